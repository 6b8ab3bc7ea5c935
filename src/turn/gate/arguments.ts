import { readArguments } from '../../domain/canonical-json.ts';
import type { JsonObject } from '../../ports/tools.ts';

/** Arguments that were read before and are not what they were: a fault of whoever kept them. */
class UnreadableArguments extends Error {
  override readonly name = 'UnreadableArguments';
  readonly code = 'unreadable-arguments';
}

/**
 * A fresh value for every reader, so that a tool that changes its arguments changes nothing else.
 * Throws for text that is no JSON object by the strict rules.
 */
export function argumentsOf(argsJson: string): JsonObject {
  const reading = readArguments(argsJson);
  if (reading.kind === 'refused') throw new UnreadableArguments(reading.reason);
  return reading.value;
}
