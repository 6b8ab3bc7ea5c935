import { StartProblem } from '../models/start-problem.ts';
import type { Model } from '../ports/model.ts';
import type { FileConfig } from './file-schema.ts';

/** An agent as the configuration has it, with what it does not say filled in from the default one. */
export interface ConfiguredAgent {
  /** Null: the default agent. */
  readonly name: string | null;
  readonly agent: FileConfig['agent'];
  readonly policy: FileConfig['policy'];
  /** Patterns of the tools it may use. */
  readonly tools: readonly string[];
}

/** The default agent, then every named one. */
export const agentsOf = ({ agent, policy, personas }: FileConfig): readonly ConfiguredAgent[] => [
  { name: null, agent, policy, tools: ['*'] },
  ...Object.entries(personas).map(([name, persona]) => ({
    name,
    agent: merged(agent, withoutUnset(persona.agent ?? {})),
    policy: persona.policy ?? policy,
    tools: persona.tools ?? ['*'],
  })),
];

/** Makes the model of every agent, so that what one of them lacks is said at once, with the agent's name. Throws StartProblem. */
export function assertModels(config: FileConfig, modelOf: (agent: FileConfig['agent']) => Model): void {
  for (const { name, agent } of agentsOf(config)) {
    try {
      modelOf(agent);
    } catch (error) {
      if (name === null || !(error instanceof StartProblem)) throw error;
      throw new StartProblem(error.code, `personas.${name}: ${error.message}`);
    }
  }
}

/** An address is that of one provider: another provider's key and words are never sent there. */
function merged(agent: FileConfig['agent'], own: Partial<FileConfig['agent']>): FileConfig['agent'] {
  const { baseUrl, ...rest } = agent;
  const isSameProvider = own.model === undefined || providerIn(own.model) === providerIn(agent.model);
  return { ...rest, ...(isSameProvider && baseUrl !== undefined ? { baseUrl } : {}), ...own };
}

const providerIn = (model: string): string => model.slice(0, model.indexOf('/'));

function withoutUnset<T extends object>(partial: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(partial).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
