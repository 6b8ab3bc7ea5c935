import type { Persona } from '../../../src/conversation/persona.ts';
import { scriptedModel } from '../../../src/models/scripted/scripted-model.ts';
import { makeToolbox } from '../../../src/tools/toolbox.ts';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import { policy } from '../conversation.ts';
import { wiredBot } from './wired-bot.ts';

/** A bot whose agents have these names, and who was asked. */
export async function botWithAgents(names: readonly string[]) {
  const asked: (string | null)[] = [];
  const it = await wiredBot((url) => {
    const model = scriptedModel({ siteUrl: `${url}/site` });
    const personaOf = (name: string | null): Persona => ({
      name,
      model: {
        name: 'scripted',
        stream(request, signal) {
          asked.push(name);
          return model.stream(request, signal);
        },
      },
      toolbox: makeToolbox([]),
      policy,
      system: 'You help.',
      webSearch: false,
      cacheHint: 'none',
      maxSteps: 40,
      compactAboveChars: null,
      temperature: null,
      maxTokens: null,
      loop: loopConfig({}),
      hooks: [],
    });
    return { personas: personaOf, roster: { names: new Set(names), byChannel: new Map() } };
  });
  return { ...it, asked };
}
