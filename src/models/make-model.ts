import type { Blobs } from '../ports/blobs.ts';
import type { FileContents } from '../ports/file-contents.ts';
import type { Logger } from '../ports/logger.ts';
import type { Model } from '../ports/model.ts';
import { modelOver } from './model-over.ts';
import type { Provider, ProviderAccess } from './provider.ts';
import { anthropic } from './providers/anthropic.ts';
import { compatible } from './providers/compatible.ts';
import { google } from './providers/google.ts';
import { openai } from './providers/openai.ts';
import type { Retrying } from './reply/attempts.ts';
import { StartProblem } from './start-problem.ts';

/** Where each provider's key is found. The environment's reader has these very fields. */
export interface ModelKeys {
  readonly ANTHROPIC_API_KEY?: string | undefined;
  readonly OPENAI_API_KEY?: string | undefined;
  readonly GOOGLE_GENERATIVE_AI_API_KEY?: string | undefined;
  /** May be absent: a server of one's own may want none. */
  readonly COMPATIBLE_API_KEY?: string | undefined;
}

export interface ModelSettings {
  /** `provider/name`: anthropic, openai, google or compatible, and the provider's name for the model. */
  readonly model: string;
  readonly keys: ModelKeys;
  /** Another address of the provider's API, up to and including its version; required for `compatible`. */
  readonly baseUrl?: string | undefined;
  readonly logger: Logger;
  /** What is in attached files; absent: files are named and not shown. */
  readonly files?: FileContents;
  /** What tools brought beside text; absent: named and not shown. */
  readonly blobs?: Pick<Blobs, 'read'>;
  /** How to wait between tries; the clock unless a test says otherwise. */
  readonly wait?: Retrying['wait'];
  /** How long a provider may send nothing at all. */
  readonly maxSilenceMs?: number;
}

/** A provider's model behind the Model port. Throws StartProblem for what the configuration lacks; asks nobody yet. */
export function makeModel({ model, keys, baseUrl, ...rest }: ModelSettings): Model {
  const slash = model.indexOf('/');
  const kind = slash < 0 ? '' : model.slice(0, slash);
  const access = { name: model.slice(slash + 1), baseUrl: baseUrl ?? null };
  if (access.name === '') throw unknownModel(model);
  return modelOver({ ...rest, name: model, provider: providerOf(kind, model, access, keys) });
}

function providerOf(kind: string, model: string, access: Omit<ProviderAccess, 'key'>, keys: ModelKeys): Provider {
  switch (kind) {
    case 'anthropic':
      return anthropic({ ...access, key: required(keys, 'ANTHROPIC_API_KEY', model) });
    case 'openai':
      return openai({ ...access, key: required(keys, 'OPENAI_API_KEY', model) });
    case 'google':
      return google({ ...access, key: required(keys, 'GOOGLE_GENERATIVE_AI_API_KEY', model) });
    case 'compatible': {
      const { baseUrl } = access;
      if (baseUrl === null) {
        throw new StartProblem(
          'model-address-missing',
          `agent.model ${model} needs agent.baseUrl, the server's address`,
        );
      }
      return compatible({ ...access, baseUrl, key: keys.COMPATIBLE_API_KEY ?? '' });
    }
    default:
      throw unknownModel(model);
  }
}

function required(keys: ModelKeys, name: keyof ModelKeys, model: string): string {
  const key = keys[name];
  if (key === undefined || key === '')
    throw new StartProblem('model-key-missing', `agent.model ${model} needs ${name}`);
  return key;
}

const unknownModel = (model: string): StartProblem =>
  new StartProblem(
    'model-unknown',
    `agent.model ${model}: expected anthropic/NAME, openai/NAME, google/NAME or compatible/NAME`,
  );
