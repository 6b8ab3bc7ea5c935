import { validateMessage, validateView } from '../block-kit/validate.ts';
import { isObject } from '../json.ts';
import { jsonArg } from './arguments.ts';
import type { MethodCall } from './method.ts';
import { type Outcome, ok, refused } from './outcome.ts';

/** blocks.validate: exactly one of `blocks`, `message` and `view`. */
export function validateBlocks({ args }: MethodCall): Outcome {
  const given = ['blocks', 'message', 'view'].filter((key) => jsonArg(args, key) !== undefined);
  if (given.length !== 1) return refused('invalid_arguments', ['[ERROR] provide one of blocks, message, view']);
  const message = jsonArg(args, 'message');
  const verdict = given.includes('view')
    ? validateView(jsonArg(args, 'view'))
    : validateMessage(isObject(message) ? message : { blocks: jsonArg(args, 'blocks') ?? message });
  return verdict.kind === 'ok' ? ok() : refused(verdict.error, verdict.messages);
}
