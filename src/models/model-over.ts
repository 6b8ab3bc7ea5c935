import type { LanguageModelV4CallOptions, SharedV4Warning } from '@ai-sdk/provider';
import type { Blobs } from '../ports/blobs.ts';
import type { FileContents } from '../ports/file-contents.ts';
import type { Logger } from '../ports/logger.ts';
import type { Model, ModelRequest } from '../ports/model.ts';
import { withAdditionalParams } from './additional-params.ts';
import { loadFiles } from './files/load-files.ts';
import type { LoadedFiles } from './files/loaded-file.ts';
import { askShowing, type RefusedFiles } from './files/refused-files.ts';
import type { Spelling } from './prompt/assistant-content.ts';
import { type Showing, toPrompt } from './prompt/to-prompt.ts';
import type { Provider } from './provider.ts';
import { type Retrying, waitOnClock, withRetries } from './reply/attempts.ts';
import { streamParts } from './reply/stream-parts.ts';
import { type Ask, streamReply } from './reply/stream-reply.ts';
import { makeFunctionTools } from './tools/function-tools.ts';
import { type Offer, offerOf } from './tools/offer.ts';
import type { ParameterNames } from './tools/parameter-names.ts';

interface ModelParts {
  readonly name: string;
  readonly provider: Provider;
  readonly logger: Logger;
  readonly files?: FileContents;
  readonly blobs?: Pick<Blobs, 'read'>;
  readonly wait?: Retrying['wait'];
  readonly maxSilenceMs?: number;
}

/** The Model port over one provider: converts the request, reads the reply, tries again where that is harmless. */
export function modelOver({
  name,
  provider,
  logger,
  files,
  blobs,
  wait = waitOnClock,
  maxSilenceMs,
}: ModelParts): Model {
  const loading = { contents: files ?? null, blobs: blobs ?? null, mediaTypes: provider.mediaTypes };
  const convertTool = makeFunctionTools(provider.toolRules);
  const onWarnings = warningsOnce(name, logger);
  const refused: RefusedFiles = new WeakSet();
  const onRefused = (count: number): void =>
    logger.warn({ model: name, count }, 'the provider refused a request with files and was asked without them');
  return {
    name,
    async *stream(request, signal) {
      const language = await provider.language();
      const offer = offerOf(request, provider, convertTool);
      const spelling: Spelling = { model: name, parametersOf: parametersIn(offer) };
      const retrying = { provider: provider.kind, model: name, logger, wait };
      const askWith = (loaded: LoadedFiles) => {
        const ask: Ask = {
          options: callOptions(request, provider, offer, { ...spelling, loaded }),
          byWireName: offer.byWireName,
          spelling,
          open: (options) => streamParts(language, options, signal, maxSilenceMs),
          onWarnings,
        };
        return withRetries(() => streamReply(ask), retrying, signal);
      };
      const loaded = await loadFiles(request.messages, loading, signal);
      yield* askShowing({ loaded, refused, ask: askWith, onRefused });
    },
  };
}

function callOptions(
  request: ModelRequest,
  provider: Provider,
  offer: Offer,
  spelling: Spelling & Pick<Showing, 'loaded'>,
): LanguageModelV4CallOptions {
  const { system, cacheHint, temperature, maxTokens, additionalParams } = request;
  const own = provider.options(request, () => JSON.stringify([system, offer.tools.map((tool) => tool.name)]));
  return {
    prompt: toPrompt(request, spelling, cacheHint === 'stable-prefix' ? provider.cacheMark : null),
    ...(offer.tools.length === 0 ? {} : { tools: [...offer.tools] }),
    ...(offer.choice === null ? {} : { toolChoice: offer.choice }),
    ...(temperature === null ? {} : { temperature }),
    ...(maxTokens === null ? {} : { maxOutputTokens: maxTokens }),
    providerOptions: { [provider.kind]: withAdditionalParams(own, additionalParams, provider.refusedParams) },
  };
}

function parametersIn({ byWireName }: Offer): Spelling['parametersOf'] {
  const byName = new Map([...byWireName.values()].map(({ name, parameters }) => [name, parameters]));
  return (toolName) => byName.get(toolName) ?? none;
}

const none: ParameterNames = new Map();

/** A warning is about the configuration and comes with every request: it is logged when it is new. */
function warningsOnce(model: string, logger: Logger): (warnings: readonly SharedV4Warning[]) => void {
  const seen = new Set<string>();
  return (warnings) => {
    for (const warning of warnings) {
      const about = 'feature' in warning ? warning.feature : warning.type;
      if (seen.has(about) || seen.size >= MAX_WARNINGS) continue;
      seen.add(about);
      logger.warn({ model, about, type: warning.type }, 'the provider does not take all of the request');
    }
  };
}

const MAX_WARNINGS = 50;
