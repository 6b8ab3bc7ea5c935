import type { JsonObject } from '../json.ts';
import type { Workspace } from '../workspace.ts';
import type { ChannelKind } from '../world/channels.ts';
import { HOME_TEAM, ORGANISATION } from '../world/people.ts';
import { listArg, textArg } from './arguments.ts';
import type { Method } from './method.ts';
import { METHODS } from './methods.ts';
import { APP_TOKEN } from './oauth.ts';
import { type Outcome, refused } from './outcome.ts';

export interface ApiRequest {
  readonly method: string;
  readonly args: JsonObject;
  readonly token: string | undefined;
}

export type ApiAnswer =
  | { readonly kind: 'done'; readonly outcome: Outcome }
  | { readonly kind: 'ratelimited'; readonly retryAfterSeconds: number };

/** Answers one Web API call: token, rate, arguments, scope, then the method itself. */
export function dispatch(workspace: Workspace, { method: name, args, token }: ApiRequest): ApiAnswer {
  const method = METHODS.get(name);
  if (!method) return done(refused('unknown_method'));
  const identity = checkToken(workspace, method, token);
  if (identity.kind === 'refused') return done(refused(identity.error));
  const { place } = identity;
  const teamId = place === ORGANISATION.id ? teamMeant(workspace, args) : place;
  const isLetIn = place !== ORGANISATION.id || !workspace.world.withoutAccess.has(teamId);
  if (method.token !== 'none' && !method.aboutToken && !isLetIn) return done(refused('team_access_not_granted'));

  const wait = workspace.rates.method(name, method.tier, teamId) ?? postingWait(workspace, method, args, teamId);
  if (wait !== undefined) return { kind: 'ratelimited', retryAfterSeconds: wait };

  const absent = method.required.filter((key) => args[key] === undefined || args[key] === '');
  if (absent.length > 0) {
    return done(
      refused(
        'invalid_arguments',
        absent.map((key) => `[ERROR] missing required field: ${key}`),
      ),
    );
  }
  const lacking = neededScopes(workspace, method, args).filter((scope) => !workspace.manifest.botScopes.has(scope));
  if (lacking.length > 0) return done(missingScope(workspace, lacking));
  return done(method.run({ args, workspace, teamId, place, token }));
}

type Identity = { readonly kind: 'known'; readonly place: string } | { readonly kind: 'refused'; error: string };

function checkToken(workspace: Workspace, method: Method, token: string | undefined): Identity {
  if (method.token === 'none') return { kind: 'known', place: HOME_TEAM };
  if (token === undefined || token === '') return { kind: 'refused', error: 'not_authed' };
  const checked: Identity =
    token === APP_TOKEN ? { kind: 'known', place: HOME_TEAM } : workspace.world.tokens.check(token);
  if (checked.kind === 'refused') return checked;
  const isRightType = (method.token === 'app') === (token === APP_TOKEN);
  return isRightType ? checked : { kind: 'refused', error: 'not_allowed_token_type' };
}

/** A token of the organisation works in all of its workspaces: the arguments say in which. */
function teamMeant(workspace: Workspace, args: JsonObject): string {
  const { channels, people } = workspace.world;
  const channel = channels.get(textArg(args, 'channel') ?? textArg(args, 'channel_id') ?? '');
  const person = people.get(textArg(args, 'user') ?? textArg(args, 'user_id') ?? textArg(args, 'users') ?? '');
  return textArg(args, 'team_id') ?? channel?.teamId ?? person?.teamId ?? HOME_TEAM;
}

function postingWait(workspace: Workspace, method: Method, args: JsonObject, teamId: string): number | undefined {
  return method.posts ? workspace.rates.posting(textArg(args, 'channel') ?? '', teamId) : undefined;
}

function neededScopes(workspace: Workspace, method: Method, args: JsonObject): readonly string[] {
  if (method.scope.kind === 'none') return [];
  if (method.scope.kind === 'one') return [method.scope.scope];
  const { verb } = method.scope;
  return kindsAsked(workspace, args).map((kind) => `${SCOPE_OF_KIND[kind]}:${verb}`);
}

const SCOPE_OF_KIND: Readonly<Record<ChannelKind, string>> = {
  public: 'channels',
  private: 'groups',
  im: 'im',
  mpim: 'mpim',
};
const KIND_OF_TYPE: ReadonlyMap<string, ChannelKind> = new Map([
  ['private_channel', 'private'],
  ['im', 'im'],
  ['mpim', 'mpim'],
]);

function kindsAsked(workspace: Workspace, args: JsonObject): readonly ChannelKind[] {
  const channel = textArg(args, 'channel');
  if (channel !== undefined) return [workspace.world.channels.get(channel)?.kind ?? 'public'];
  const types = listArg(args, 'types');
  return types.length === 0 ? ['public'] : types.map((type) => KIND_OF_TYPE.get(type) ?? 'public');
}

function missingScope(workspace: Workspace, lacking: readonly string[]): Outcome {
  const facts = { needed: lacking.join(','), provided: [...workspace.manifest.botScopes].join(',') };
  return { kind: 'refused', error: 'missing_scope', extra: facts };
}

function done(outcome: Outcome): ApiAnswer {
  return { kind: 'done', outcome };
}
