import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

/** What the workspace needs to know of an app: a method or event outside of it is refused or not delivered. */
export type ManifestFacts = {
  readonly botScopes: ReadonlySet<string>;
  readonly botEvents: ReadonlySet<string>;
  /** With their leading slash. */
  readonly commands: ReadonlySet<string>;
  readonly shortcuts: readonly Shortcut[];
  readonly homeTab: boolean;
  /** Whether people may write to the bot there: a read-only tab counts as none. */
  readonly messagesTab: boolean;
  readonly displayName: string;
  /** Bot tokens run out and are renewed. */
  readonly tokenRotation: boolean;
};

type Shortcut = { readonly name: string; readonly type: 'message' | 'global'; readonly callbackId: string };

/** A manifest that cannot be used. The message names the file and the key. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
}

/** Reads the YAML manifest an app is created from. Throws {@link ManifestError} if it is missing or malformed. */
export function readManifest(path: string): ManifestFacts {
  const text = textOf(path);
  // Parsing takes most of the time in which a workspace starts, and tests start many with one manifest.
  if (last?.text !== text) last = { text, facts: factsIn(text, path) };
  return last.facts;
}

let last: { readonly text: string; readonly facts: ManifestFacts } | null = null;

function factsIn(text: string, path: string): ManifestFacts {
  const read = manifest.safeParse(parsed(text, path));
  if (!read.success) {
    const keys = read.error.issues.map((issue) => `${issue.path.join('.') || 'document'}: ${issue.message}`);
    throw new ManifestError(`${path} is not a usable manifest. ${keys.join('; ')}`);
  }
  const { features, oauth_config: oauth, settings } = read.data;
  return {
    botScopes: new Set(oauth.scopes.bot),
    botEvents: new Set(settings.event_subscriptions.bot_events),
    commands: new Set(features.slash_commands.map(({ command }) => command)),
    shortcuts: features.shortcuts.map(({ name, type, callback_id: callbackId }) => ({ name, type, callbackId })),
    homeTab: features.app_home.home_tab_enabled,
    messagesTab: features.app_home.messages_tab_enabled && !features.app_home.messages_tab_read_only_enabled,
    displayName: features.bot_user.display_name,
    tokenRotation: settings.token_rotation_enabled,
  };
}

/** Only the keys the workspace acts on; the whole of a manifest is held to Slack's own schema elsewhere. */
const manifest = z.object({
  features: z.object({
    app_home: z
      .object({
        home_tab_enabled: z.boolean().default(false),
        messages_tab_enabled: z.boolean().default(false),
        messages_tab_read_only_enabled: z.boolean().default(false),
      })
      .default({ home_tab_enabled: false, messages_tab_enabled: false, messages_tab_read_only_enabled: false }),
    bot_user: z.object({ display_name: z.string().min(1) }),
    shortcuts: z
      .array(z.object({ name: z.string().min(1), type: z.enum(['message', 'global']), callback_id: z.string().min(1) }))
      .default([]),
    slash_commands: z.array(z.object({ command: z.string().startsWith('/') })).default([]),
  }),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
  settings: z.object({
    event_subscriptions: z.object({ bot_events: z.array(z.string()).default([]) }).default({ bot_events: [] }),
    token_rotation_enabled: z.boolean().default(false),
  }),
});

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new ManifestError(`${path} cannot be read as YAML`, { cause });
  }
}

function parsed(text: string, path: string): unknown {
  try {
    return parse(text);
  } catch (cause) {
    throw new ManifestError(`${path} cannot be read as YAML`, { cause });
  }
}
