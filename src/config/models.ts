import { makeModel } from '../models/make-model.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { FileContents } from '../ports/file-contents.ts';
import type { Logger } from '../ports/logger.ts';
import type { Model } from '../ports/model.ts';
import type { Environment } from './environment.ts';
import type { FileConfig } from './file-schema.ts';

/** What models read of a running bot. Absent in commands that ask no model. */
export interface LentToModels {
  /** What is attached to messages. */
  readonly files?: FileContents;
  /** What tools brought. */
  readonly blobs?: Pick<Blobs, 'read'>;
}

/** Makes models as the configuration names them, with the keys of the environment; each once. */
export function modelOf(
  environment: Environment,
  logger: Logger,
  lent: LentToModels = {},
): (agent: FileConfig['agent']) => Model {
  const made = new Map<string, Model>();
  return ({ model, baseUrl }) => {
    const name = JSON.stringify([model, baseUrl]);
    const known = made.get(name);
    if (known !== undefined) return known;
    const fresh = makeModel({ model, keys: environment, baseUrl, ...lent, logger });
    made.set(name, fresh);
    return fresh;
  };
}
