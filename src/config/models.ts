import { makeModel } from '../models/make-model.ts';
import type { FileContents } from '../ports/file-contents.ts';
import type { Logger } from '../ports/logger.ts';
import type { Model } from '../ports/model.ts';
import type { Environment } from './environment.ts';
import type { FileConfig } from './file-schema.ts';

/** Makes models as the configuration names them, with the keys of the environment; each once. `files`: what is attached. */
export function modelOf(
  environment: Environment,
  logger: Logger,
  files?: FileContents,
): (agent: FileConfig['agent']) => Model {
  const made = new Map<string, Model>();
  return ({ model, baseUrl }) => {
    const name = JSON.stringify([model, baseUrl]);
    const known = made.get(name);
    if (known !== undefined) return known;
    const more = { ...(baseUrl === undefined ? {} : { baseUrl }), ...(files === undefined ? {} : { files }) };
    const fresh = makeModel({ model, keys: environment, ...more, logger });
    made.set(name, fresh);
    return fresh;
  };
}
