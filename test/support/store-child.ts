import { approvalId, conversationId } from '../../src/domain/ids.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';

// Appends one event after another and prints `<seq>` once each is acknowledged, or `!<code>` when it was refused.
const [path = '', count = '0'] = process.argv.slice(2);
const conversation = conversationId('c1');
const store = await openSqliteStore({ path, now: Date.now });
console.log('open');
let after = (await store.log.read(conversation)).length;
for (let i = 0; i < Number(count); i += 1) {
  try {
    const event = { type: 'approval.expired', approvalId: approvalId(`a${i}`) } as const;
    const result = await store.log.append(conversation, [event], { after });
    if (result.kind !== 'appended') throw new Error(result.kind);
    after += 1;
    console.log(String(after));
  } catch (error) {
    console.log(`!${error instanceof Error && 'code' in error ? String(error.code) : String(error)}`);
    after = (await store.log.read(conversation)).length;
  }
}
await store.close();
console.log('closed');
