import { SocketModeClient } from '@slack/socket-mode';
import { z } from 'zod';

/**
 * The SDK's client, made safe. Version 3.1.0 throws into nowhere, and so ends the process, on an envelope that has
 * no event inside, such as `app_rate_limited` (node-slack-sdk#2656); and it tells nobody that Slack has announced a
 * disconnect, so that a replacement could be made first.
 */
export class SafeSocketClient extends SocketModeClient {
  /** Called with the reason when Slack says that it will close this connection. */
  onFarewell: (reason: string) => void = () => {};
  /** Called with the type of an envelope that nobody could have handled; it has been acked. */
  onStray: (type: string) => void = () => {};

  protected override async onWebSocketMessage(data: string | ArrayBuffer, isBinary: boolean): Promise<void> {
    const frame = isBinary ? null : readFrame(data);
    if (frame?.type === 'events_api' && frame.payload?.event?.type === undefined) {
      this.acknowledge(frame.envelope_id);
      this.onStray(frame.payload?.type ?? 'unknown');
      return;
    }
    if (frame?.type === 'disconnect') {
      this.onFarewell(frame.reason ?? 'unknown');
      return;
    }
    await super.onWebSocketMessage(data, isBinary);
  }

  private acknowledge(envelopeId: string | undefined): void {
    if (envelopeId === undefined || this.websocket?.isActive() !== true) return;
    this.websocket.send(JSON.stringify({ envelope_id: envelopeId, payload: {} }), () => {});
  }
}

const frameShape = z.object({
  type: z.string(),
  envelope_id: z.string().optional(),
  reason: z.string().optional(),
  payload: z
    .object({
      type: z.string().optional().catch(undefined),
      event: z
        .object({ type: z.string().optional().catch(undefined) })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});

function readFrame(data: string | ArrayBuffer): z.infer<typeof frameShape> | null {
  try {
    const text = typeof data === 'string' ? data : new TextDecoder().decode(data);
    return frameShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
