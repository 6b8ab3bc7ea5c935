import type { Model, ModelPart, ModelRequest } from '../../../../src/ports/model.ts';
import { calls, type ScriptedCall, words } from '../scripted-model.ts';
import { checkRequest } from './check.ts';
import { TOOLS } from './tools.ts';
import type { World } from './world.ts';

/** Two letters are enough to use an id again. */
const IDS = ['a', 'b'] as const;
const ARGS = ['{"x":0}', '{"x":1}', '{"x":0,"x":1}'] as const;

/** A model that says or calls whatever the tape has, and is as strict about what it is sent as the strictest provider. */
export function historyModel(world: World): Model {
  return {
    name: 'history',
    async *stream(request: ModelRequest): AsyncIterable<ModelPart> {
      checkRequest(world, request);
      const wanted = request.tools.length === 0 ? 0 : world.tape.choose(4);
      yield* wanted === 0 ? words('fine') : calls(Array.from({ length: wanted }, () => aCall(world)));
    },
  };
}

function aCall({ tape }: World): ScriptedCall {
  const id = IDS[tape.choose(IDS.length)] ?? 'a';
  const names = [...TOOLS, 'ghost'];
  const tool = names[tape.choose(names.length)] ?? 'read';
  // The malformed arguments come up less often than the others.
  const args = ARGS[tape.choose(8) === 7 ? 2 : tape.choose(2)] ?? '{}';
  return [id, tool, args];
}
