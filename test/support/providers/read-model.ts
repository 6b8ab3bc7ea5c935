import { makeModel } from '../../../src/models/make-model.ts';
import type { Blobs } from '../../../src/ports/blobs.ts';
import type { FileContents } from '../../../src/ports/file-contents.ts';
import { type Logger, silent } from '../../../src/ports/logger.ts';
import { type Model, ModelFailure, type ModelPart, type ModelRequest } from '../../../src/ports/model.ts';
import { aRequest } from './requests.ts';

/** What every provider in these tests is given; no request body and no message may hold one of them. */
export const KEYS = {
  ANTHROPIC_API_KEY: 'sk-ant-test-0123456789abcdef',
  OPENAI_API_KEY: 'sk-test-0123456789abcdef',
  GOOGLE_GENERATIVE_AI_API_KEY: 'AIzaTest0123456789abcdefghijklmnopqrstu',
  COMPATIBLE_API_KEY: 'compatible-0123456789',
};

export interface Given {
  readonly logger?: Logger;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly maxSilenceMs?: number;
  readonly files?: FileContents;
  readonly blobs?: Pick<Blobs, 'read'>;
}

/** A model at an address, whose waits between tries pass at once. */
export const modelAt = (model: string, baseUrl: string, given: Given = {}): Model =>
  makeModel({ model, baseUrl, keys: KEYS, logger: silent, wait: async () => {}, ...given });

/** A whole reply, or the failure it ended in after the parts that came. */
export interface Heard {
  readonly parts: readonly ModelPart[];
  readonly failure: ModelFailure | null;
}

export async function hear(
  model: Model,
  request: Partial<ModelRequest> = {},
  signal = new AbortController().signal,
): Promise<Heard> {
  const parts: ModelPart[] = [];
  try {
    for await (const part of model.stream(aRequest(request), signal)) parts.push(part);
  } catch (error) {
    if (error instanceof ModelFailure) return { parts, failure: error };
    throw error;
  }
  return { parts, failure: null };
}

export const textIn = ({ parts }: Heard): string =>
  parts.map((part) => (part.type === 'text' ? part.delta : '')).join('');

export const partsOf = <T extends ModelPart['type']>({ parts }: Heard, type: T): Extract<ModelPart, { type: T }>[] =>
  parts.filter((part): part is Extract<ModelPart, { type: T }> => part.type === type);

export function finishOf(heard: Heard): Extract<ModelPart, { type: 'finish' }> {
  const last = heard.parts.at(-1);
  if (last?.type !== 'finish') throw new Error(`no finish: ${heard.failure?.message ?? 'the stream ended'}`);
  return last;
}
