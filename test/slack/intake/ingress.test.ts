import { describe, expect, it } from 'vitest';
import type { Envelope, Inbox } from '../../../src/ports/inbox.ts';
import { silent } from '../../../src/ports/logger.ts';
import { actions } from '../../../src/slack/action-ids.ts';
import { makeIngress } from '../../../src/slack/ingress.ts';
import { plainAck } from '../../../src/slack/intake/intake.ts';
import { virtualTimers } from '../../support/slack/virtual-timers.ts';

function ingressWith(options: { store?: Inbox['store']; route?: Parameters<typeof makeIngress>[0]['route'] } = {}) {
  const stored: Envelope[] = [];
  const routed: unknown[] = [];
  let kicks = 0;
  const timers = virtualTimers();
  const inbox: Inbox = {
    store:
      options.store ??
      (async (envelope) => {
        if (stored.some(({ key }) => key === envelope.key)) return 'duplicate';
        stored.push(envelope);
        return 'stored';
      }),
    pending: async () => [],
    done: async () => {},
    postpone: async () => {},
  };
  const take = makeIngress({
    inbox,
    route:
      options.route ??
      (async ({ body }, ack) => {
        routed.push(body);
        await ack({ answered: true });
      }),
    onStored: () => {
      kicks += 1;
    },
    logger: silent,
    timers,
  });
  return {
    stored,
    routed,
    kicks: () => kicks,
    timers,
    take: (body: Record<string, unknown>) => timers.run(take({ body, retry: 0 })),
  };
}

const message = {
  type: 'event_callback',
  event_id: 'Ev1',
  token: 'verification-token',
  team_id: 'T0HOME',
  event: { type: 'message', channel: 'C0A', user: 'U0A', text: 'hi', ts: '1.000001' },
};
const press = (action_id: string, action_ts = '2.0') => ({
  type: 'block_actions',
  token: 'verification-token',
  response_url: 'https://hooks.slack.example/secret',
  trigger_id: 'trigger',
  user: { id: 'U0A', team_id: 'T0HOME' },
  team: { id: 'T0HOME' },
  channel: { id: 'C0A' },
  message: { ts: '1.000001', text: 'card text' },
  actions: [{ action_id, value: 'approval-1', action_ts }],
});

/** Every button and field the bot draws that is handled in this way. */
const drawn = (handling: 'stored' | 'live'): readonly string[] =>
  Object.entries(actions).flatMap(([id, each]) => (each === handling ? [id] : []));

describe('the way in', () => {
  it('stores an event before it acknowledges it', async () => {
    const order: string[] = [];
    const { take } = ingressWith({
      store: async () => {
        order.push('stored');
        return 'stored';
      },
    });
    await take(message);
    order.push('acked');
    expect(order).toEqual(['stored', 'acked']);
  });

  it('does not acknowledge what it could not store', async () => {
    const { take } = ingressWith({ store: () => Promise.reject(new Error('disk full')) });
    expect(await take(message)).toEqual({ kind: 'refuse' });
    expect(await take(press('approve'))).toEqual({ kind: 'refuse' });
  });

  it('keeps one of several deliveries of an event, and acknowledges each', async () => {
    const { take, stored, kicks } = ingressWith();
    for (let time = 0; time < 4; time += 1) expect(await take(message)).toEqual(plainAck);
    expect(stored).toHaveLength(1);
    expect(kicks()).toBe(1);
  });

  it.each(drawn('stored'))('stores a press of %s, which changes something', async (action) => {
    const { take, stored, routed } = ingressWith();
    expect(await take(press(action))).toEqual(plainAck);
    expect(stored).toHaveLength(1);
    expect(routed).toEqual([]);
  });

  it.each(drawn('live'))('routes a press of %s at once', async (action) => {
    const { take, stored, routed } = ingressWith();
    await take(press(action));
    expect(stored).toEqual([]);
    expect(routed).toHaveLength(1);
  });

  it('knows the same press from another one', async () => {
    const { take, stored } = ingressWith();
    await take(press('approve', '2.0'));
    await take(press('approve', '2.0'));
    await take(press('approve', '3.0'));
    expect(stored).toHaveLength(2);
  });

  it('keeps no token, response address, trigger or card text', async () => {
    const { take, stored } = ingressWith();
    await take(press('approve'));
    await take(message);
    const kept = stored.map(({ body }) => body).join();
    for (const secret of ['verification-token', 'hooks.slack', 'trigger', 'card text'])
      expect(kept).not.toContain(secret);
  });

  it('acknowledges what nobody handles', async () => {
    const { take, stored } = ingressWith({ route: () => Promise.resolve() });
    for (const body of [press('from_an_older_version'), { type: 'view_closed' }, { type: 'app_rate_limited' }, {}]) {
      expect(await take(body)).toEqual(plainAck);
    }
    expect(stored).toEqual([]);
  });

  it('does not store what would never be acted on', async () => {
    const { take, stored } = ingressWith();
    await take({ ...message, event: { ...message.event, bot_id: 'B0X' } });
    await take({ ...message, event: { type: 'emoji_changed' } });
    expect(stored).toEqual([]);
  });

  it('passes on what a listener answers', async () => {
    const { take } = ingressWith();
    expect(await take({ type: 'view_submission' })).toEqual({ kind: 'ack', payload: { answered: true } });
  });

  it('acknowledges in time for a listener that is slow or has failed', async () => {
    const slow = ingressWith({ route: () => new Promise(() => {}) });
    const before = slow.timers.now();
    expect(await slow.take({ type: 'view_submission' })).toEqual(plainAck);
    expect(slow.timers.now() - before).toBeLessThan(3_000);
    const failed = ingressWith({ route: () => Promise.reject(new Error('boom')) });
    expect(await failed.take({ type: 'view_submission' })).toEqual(plainAck);
  });
});
