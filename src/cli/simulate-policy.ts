import type { Environment } from '../config/environment.ts';
import { readConfigFile } from '../config/load.ts';
import { policyOf } from '../config/policy.ts';
import { openConfiguredTools } from '../config/tools.ts';
import { type SimulatedCall, simulatePolicy } from '../conversation/simulate-policy.ts';
import type { StoredEvent } from '../domain/event.ts';
import type { ConversationId } from '../domain/ids.ts';
import { silent } from '../ports/logger.ts';
import { decodeEvent } from '../store/codec/decode.ts';
import { withPolicy } from '../tools/with-policy.ts';
import { openLog } from './open-log.ts';
import { readArgs, UsageProblem } from './usage.ts';

/** Rows printed one by one; the counts above them are complete. */
const MAX_ROWS = 200;

/** `policy simulate [--config FILE]`: what the policy of a file would have made of every call in the log. */
export async function policy(
  args: readonly string[],
  settings: () => Environment,
  print: (line: string) => void,
): Promise<void> {
  const { values, positionals } = readArgs(args, { config: { type: 'string' } }, 1);
  if (positionals[0] !== 'simulate') throw new UsageProblem('policy takes the word simulate');
  const environment = settings();
  const config = readConfigFile(values.config ?? environment.COUNTERSIGN_CONFIG);
  const inFile = policyOf(config.policy);
  const tools = await openConfiguredTools(config, silent);
  const log = await openLog(environment);
  try {
    const rules = { policy: inFile, toolbox: withPolicy(tools.toolbox(), inFile) };
    const conversations = new Map<ConversationId, StoredEvent[]>();
    for await (const { conversation, seq, at, type, version, body } of log.chain.events()) {
      const events = conversations.get(conversation) ?? [];
      events.push({ seq, at, event: decodeEvent({ type, version, body }, { conversation, seq }) });
      conversations.set(conversation, events);
    }
    report(
      [...conversations].flatMap(([id, events]) => simulatePolicy(id, events, rules)),
      print,
    );
  } finally {
    await log.close();
    await tools.close();
  }
}

function report(calls: readonly SimulatedCall[], print: (line: string) => void): void {
  const counts = Map.groupBy(calls, ({ toolName, then, now }) => `${toolName}: ${then} → ${now}`);
  print(`${calls.length} past calls`);
  for (const [what, some] of [...counts].sort(([a], [b]) => a.localeCompare(b))) print(`  ${some.length} × ${what}`);
  const changed = calls.filter(({ then, now }) => then !== now);
  print(`${changed.length} would end differently`);
  for (const { conversation, requestId, toolName, then, now } of changed.slice(0, MAX_ROWS)) {
    print(`  ${conversation} ${requestId} ${toolName}: ${then} → ${now}`);
  }
}
