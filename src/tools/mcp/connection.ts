import type { Client } from '@modelcontextprotocol/client';
import type { z } from 'zod';
import type { AskingCall, Elicitor } from '../../ports/elicitor.ts';
import type { Logger } from '../../ports/logger.ts';
import { makeCallsInFlight } from './calls-in-flight.ts';
import { answerServer, type ElicitationDeps, visitFirst } from './elicitation.ts';
import { codeOf } from './error-code.ts';
import type { MediaKeeping } from './keep-media.ts';
import { openClient } from './open-client.ts';
import { makePatience } from './patience.ts';
import { type Listing, readListing } from './read-listing.ts';
import { MAX_CALL_MS, type Reply, send } from './send.ts';
import { type McpServerConfig, type Reach, reachOf } from './server-config.ts';

/** Times in milliseconds; a test makes them short. */
export interface McpPace {
  /** Before the attempt after `failures` failed ones in a row. */
  readonly backOffMs: (failures: number) => number;
  /** Between two readings of the tool list, so that a server that announces changes without end is not asked without end. */
  readonly refreshPauseMs: number;
}

const FIRST_PAUSE_MS = 1_000;
/** A server that is away for long is asked once a minute, for as long as we run. */
const LONGEST_PAUSE_MS = 60_000;

/** Doubles from a second to a minute, with up to a fifth of chance so that several bots do not come back as one. */
export const steadyPace: McpPace = {
  backOffMs: (failures) => Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (1 - Math.random() / 5),
  refreshPauseMs: 1_000,
};

/** One server for as long as we run: connected, connecting again, or closed for good. */
export class McpConnection {
  readonly config: McpServerConfig;
  readonly reach: Reach;
  /** For what its tools bring. */
  readonly keeping: MediaKeeping;
  #listing: Listing | null = null;
  #client: Client | null = null;
  #opening: Promise<Client | null> | null = null;
  #retry: NodeJS.Timeout | undefined;
  #refresh: NodeJS.Timeout | undefined;
  #failures = 0;
  #closed = false;
  readonly #logger: Logger;
  readonly #pace: McpPace;
  readonly #calls = makeCallsInFlight();
  readonly #elicitor: Elicitor | null;

  constructor(
    config: McpServerConfig,
    deps: MediaKeeping & { readonly pace: McpPace; readonly elicitor: Elicitor | null },
  ) {
    this.config = config;
    this.reach = reachOf(config);
    this.keeping = { blobs: deps.blobs, logger: deps.logger };
    this.#logger = deps.logger;
    this.#pace = deps.pace;
    this.#elicitor = deps.elicitor;
  }

  /** What the server offered when it was last read; kept while it is away. Null until it was there once. */
  get listing(): Listing | null {
    return this.#listing;
  }

  /** The connection, made now if there is none; null when it cannot be made. Never rejects. */
  connect(): Promise<Client | null> {
    if (this.#closed) return Promise.resolve(null);
    if (this.#client !== null) return Promise.resolve(this.#client);
    clearTimeout(this.#retry);
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  /** Sends a request of a running call over a live connection. Rejects only when the call's signal fires. */
  async request<Value>(
    request: { readonly method: string; readonly params: Record<string, unknown> },
    schema: z.ZodType<Value>,
    call: AskingCall,
  ): Promise<Reply<Value>> {
    const client = await this.connect();
    if (client === null) return { kind: 'not-sent', lost: true };
    const patience = makePatience(this.config.timeout, Math.max(this.config.timeout, MAX_CALL_MS));
    const reply = await this.#calls
      .during({ call, patience }, async () => {
        const sent = await send(client, request, schema, { patience, signal: call.signal });
        return sent.kind === 'visit-first' ? await visitFirst(sent.pages, this.#elicitation()) : sent;
      })
      .finally(() => patience.end());
    if ('lost' in reply && reply.lost) this.#lose(client);
    return reply;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#refresh);
    const client = this.#client ?? (await this.#opening);
    this.#client = null;
    await client?.close();
  }

  async #open(): Promise<Client | null> {
    const { name: server } = this.config;
    try {
      let gone = false;
      const client: Client = await openClient(this.config, this.reach, {
        onLost: () => {
          gone = true;
          if (this.#client !== null && this.#client === client) this.#lose(client);
        },
        onToolsChanged: () => this.#refreshSoon(),
        backOffMs: this.#pace.backOffMs,
        onElicitation: (params) => answerServer(params, this.#elicitation()),
      });
      const listing = await readListing(client, this.config.timeout);
      if (gone) throw new Error('the server ended while its tools were read');
      this.#client = client;
      this.#take(listing);
      this.#failures = 0;
      this.#logger.info({ server, count: listing.tools.length }, 'an MCP server is connected');
      return client;
    } catch (error) {
      this.#logger.warn(
        { server, code: codeOf(error), attempts: this.#failures + 1 },
        'an MCP server could not be reached',
      );
      this.#retryLater();
      return null;
    }
  }

  #elicitation(): ElicitationDeps {
    return { server: this.config.name, calls: this.#calls, elicitor: this.#elicitor, logger: this.#logger };
  }

  #take(listing: Listing): void {
    this.#listing = listing;
    if (listing.unreadable === 0) return;
    this.#logger.warn({ server: this.config.name, count: listing.unreadable }, 'MCP tools were left out as unreadable');
  }

  #lose(client: Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = null;
    this.#logger.warn({ server: this.config.name }, 'the connection to an MCP server is lost');
    // Over HTTP nothing tells the client that its session is over.
    client.close().catch(() => {});
    this.#retryLater();
  }

  #retryLater(): void {
    if (this.#closed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.connect(), this.#pace.backOffMs(this.#failures)).unref();
    this.#failures += 1;
  }

  #refreshSoon(): void {
    if (this.#refresh !== undefined) return;
    this.#refresh = setTimeout(() => {
      this.#refresh = undefined;
      void this.#readAgain();
    }, this.#pace.refreshPauseMs).unref();
  }

  async #readAgain(): Promise<void> {
    const client = this.#client;
    if (client === null) return;
    try {
      const listing = await readListing(client, this.config.timeout);
      if (this.#client === client) this.#take(listing);
    } catch (error) {
      this.#logger.warn({ server: this.config.name, code: codeOf(error) }, 'a changed MCP tool list could not be read');
    }
  }
}
