import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../src/domain/event.ts';
import { conversationId, requestId, turnId } from '../../src/domain/ids.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { runCommand } from '../support/cli.ts';
import { message, turnStarted } from '../support/store-events.ts';
import { temporaryDirectory } from '../support/store-sqlite.ts';

const call = { requestId: requestId('r1'), toolName: 'files.read', argsJson: '{"path":"a.txt"}' };
const turn = turnId('turn-1');

/** A file that was read unasked. */
const history: readonly DomainEvent[] = [
  message('read it'),
  turnStarted(),
  {
    type: 'step.accepted',
    turnId: turn,
    text: '',
    calls: [{ kind: 'call', providerCallId: 'p1', ...call }],
    usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 },
    stop: 'tool-calls',
    grounded: false,
    providerState: null,
  },
  {
    type: 'tool.dispatched',
    turnId: turn,
    call,
    effectiveArgsJson: call.argsJson,
    toolDefHash: 'h',
    effect: 'read',
    idempotencyKey: 'k',
    epoch: 1,
    ground: { kind: 'ungated' },
  },
  {
    type: 'tool.completed',
    turnId: turn,
    result: { requestId: call.requestId, toolName: call.toolName, outcome: 'succeeded', text: 'ok', quarantined: true },
  },
];

async function simulate(policy: string) {
  const cwd = temporaryDirectory();
  const store = await openSqliteStore({ path: join(cwd, 'countersign.db'), now: Date.now });
  await store.log.append(conversationId('T1:C1:1.1'), history, { after: 0 });
  await store.close();
  writeFileSync(join(cwd, 'other.yaml'), `tools: { builtin: [files], files: { root: files } }\npolicy: ${policy}\n`);
  return await runCommand(['policy', 'simulate', '--config', 'other.yaml'], { cwd, env: { COUNTERSIGN_DATA: cwd } });
}

describe('policy simulate', () => {
  it('says that a policy like the one in force changes nothing', async () => {
    const { code, out } = await simulate('{ default: allow }');
    expect([code, out]).toEqual([0, '1 past calls\n  1 × files.read: run → run\n0 would end differently\n']);
  });

  it('names every call that another policy would have treated otherwise', async () => {
    const { code, out } = await simulate('{ default: deny }');
    expect(code).toBe(0);
    expect(out).toContain('1 would end differently\n  T1:C1:1.1 r1 files.read: run → refuse');
  });
});
