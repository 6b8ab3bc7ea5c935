import { makeModel } from '../models/make-model.ts';
import { scriptedModel } from '../models/scripted/scripted-model.ts';
import type { Logger } from '../ports/logger.ts';
import type { Model } from '../ports/model.ts';

type Keys = Readonly<Record<string, string | undefined>>;

/** What the demo asks when a provider's key is set; the first one found is used. */
const PROVIDERS = [
  ['ANTHROPIC_API_KEY', 'anthropic/claude-sonnet-4-5'],
  ['OPENAI_API_KEY', 'openai/gpt-5-mini'],
  ['GOOGLE_GENERATIVE_AI_API_KEY', 'google/gemini-2.5-flash'],
] as const;

/** The secrets of the environment that the demo may hand to a provider. */
export const demoSecrets = (keys: Keys): readonly string[] => PROVIDERS.flatMap(([name]) => keys[name] || []);

/** A provider's model where a key is set, else the scripted one; and a sentence that says which. */
export function demoModel(
  keys: Keys,
  siteUrl: string,
  logger: Logger,
): { readonly model: Model; readonly says: string } {
  const found = PROVIDERS.find(([name]) => keys[name]);
  if (found === undefined) {
    const says = 'The model is scripted: it knows a small story and a script language. Say "help" to the bot.';
    return { model: scriptedModel({ siteUrl }), says };
  }
  const [name, model] = found;
  return { model: makeModel({ model, keys, logger }), says: `The model is ${model}: ${name} is set.` };
}
