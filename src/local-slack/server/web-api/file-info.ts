import { wireFile } from '../world/wire-file.ts';
import { textArg } from './arguments.ts';
import type { MethodCall } from './method.ts';
import { type Outcome, ok, refused } from './outcome.ts';

/** files.info */
export function fileInfo({ args, workspace }: MethodCall): Outcome {
  const file = workspace.world.files.find(textArg(args, 'file') ?? '');
  return file?.content ? ok({ file: wireFile(file, undefined, workspace.url()) }) : refused('file_not_found');
}
