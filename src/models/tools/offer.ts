import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4ProviderTool,
  LanguageModelV4ToolChoice,
} from '@ai-sdk/provider';
import { ModelFailure, type ModelRequest } from '../../ports/model.ts';
import type { ToolSpec } from '../../ports/tools.ts';
import type { Provider } from '../provider.ts';
import type { FunctionTool } from './function-tools.ts';
import { wireName } from './wire-name.ts';

/** The tools of one request as they are sent, and the way back from a provider's name to ours. */
export interface Offer {
  readonly tools: readonly (LanguageModelV4FunctionTool | LanguageModelV4ProviderTool)[];
  readonly choice: LanguageModelV4ToolChoice | null;
  readonly byWireName: ReadonlyMap<string, FunctionTool>;
}

/**
 * The offered tools in the request's order, the provider's search last: what comes before the last function tool stays
 * the same when the search is switched off in the middle of a turn.
 */
export function offerOf(request: ModelRequest, provider: Provider, convert: (spec: ToolSpec) => FunctionTool): Offer {
  const { toolChoice, cacheHint } = request;
  const functions = offeredSpecs(request).map(convert);
  const byWireName = new Map(functions.map((tool) => [tool.sent.name, tool]));
  if (byWireName.size < functions.length) throw twoOfOneName();
  const search = searchTool(request, provider);
  if (functions.length === 0 && search === null) {
    const called = provider.toolRules.declaresCalledTools ? calledTools(request) : [];
    return { tools: called, choice: called.length === 0 ? null : { type: 'none' }, byWireName };
  }
  const mark = cacheHint === 'stable-prefix' ? provider.cacheMark : null;
  const sent = functions.map(({ sent }, index) =>
    mark !== null && index === functions.length - 1 ? { ...sent, providerOptions: mark } : sent,
  );
  const choice = functions.length === 0 && toolChoice.kind !== 'none' ? null : choiceOf(toolChoice);
  return { tools: search === null ? sent : [...sent, search], choice, byWireName };
}

/** Providers can be told one tool or any: of several named ones only those are offered. */
function offeredSpecs({ tools, toolChoice }: ModelRequest): readonly ToolSpec[] {
  if (toolChoice.kind !== 'specific' || toolChoice.names.length < 2) return tools;
  return tools.filter(({ name }) => toolChoice.names.includes(name));
}

function choiceOf(choice: ModelRequest['toolChoice']): LanguageModelV4ToolChoice | null {
  switch (choice.kind) {
    case 'auto':
      return null;
    case 'none':
      return { type: 'none' };
    case 'required':
      return { type: 'required' };
    case 'specific': {
      const [only, ...others] = choice.names;
      return only !== undefined && others.length === 0
        ? { type: 'tool', toolName: wireName(only) }
        : { type: 'required' };
    }
  }
}

function searchTool({ webSearch, tools }: ModelRequest, provider: Provider): LanguageModelV4ProviderTool | null {
  if (!webSearch) return null;
  return tools.length === 0 || provider.toolRules.searchBesideTools ? provider.webSearch : null;
}

/** Stand-ins for the tools that the history calls; none of them may be called. */
function calledTools({ messages }: ModelRequest): readonly LanguageModelV4FunctionTool[] {
  const names = new Set<string>();
  for (const message of messages) {
    if (message.kind === 'assistant') for (const { toolName } of message.calls) names.add(wireName(toolName));
  }
  return [...names].map((name) => ({ type: 'function', name, inputSchema: { type: 'object', properties: {} } }));
}

const twoOfOneName = (): ModelFailure =>
  new ModelFailure('rejected', 'two tools of this request have the same name', { retryable: false });

/** Our name for what the provider called; a name nobody gave stays as it is and is found to be unknown. */
export function ownName(byWireName: Offer['byWireName'], name: string): string {
  const offered = byWireName.get(name);
  if (offered !== undefined) return offered.name;
  const plain = name.replaceAll('__', '.');
  return wireName(plain) === name ? plain : name;
}
