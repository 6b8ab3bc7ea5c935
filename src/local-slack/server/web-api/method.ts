import type { JsonObject } from '../json.ts';
import type { Workspace } from '../workspace.ts';
import type { Outcome } from './outcome.ts';
import type { Tier } from './rate-limits.ts';

export interface MethodCall {
  /** As sent: strings from a form, any JSON value from a JSON body. Read them with `arguments.ts`. */
  readonly args: JsonObject;
  readonly workspace: Workspace;
  /** The workspace the call is about: the token's, or for an organisation's token the one the arguments lead to. */
  readonly teamId: string;
  /** What the token was issued for: a workspace or the organisation. */
  readonly place: string;
  readonly token: string | undefined;
}

/** The scope a call needs. For conversations it follows the sort of channel: `channels:read`, `groups:history`, … */
export type ScopeNeed =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly scope: string }
  | { readonly kind: 'by-channel'; readonly verb: 'read' | 'history' };

export interface Method {
  readonly token: 'bot' | 'app' | 'none';
  readonly scope: ScopeNeed;
  readonly tier: Tier;
  /** Arguments without which the call is `invalid_arguments`. */
  readonly required: readonly string[];
  /** Whether it is about the token itself, rather than about one workspace that token opens. */
  readonly aboutToken: boolean;
  /** Whether it counts against the posting limit of its channel. */
  readonly posts: boolean;
  readonly run: (call: MethodCall) => Outcome;
}

type Traits = Partial<Omit<Method, 'run' | 'tier'>>;

/** A method for bot tokens that needs no scope and no argument, where `traits` does not say otherwise. */
export function method(tier: Tier, run: (call: MethodCall) => Outcome, traits: Traits = {}): Method {
  return { token: 'bot', scope: { kind: 'none' }, required: [], aboutToken: false, posts: false, ...traits, tier, run };
}

export function scope(name: string): { readonly scope: ScopeNeed } {
  return { scope: { kind: 'one', scope: name } };
}
