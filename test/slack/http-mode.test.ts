import { describe, expect, it } from 'vitest';
import { conversationOf } from '../../src/slack/place.ts';
import { botsPerTest, C, cardIn, saysIn } from '../support/slack/in-slack.ts';
import { overHttp } from '../support/slack/over-http.ts';
import { aTool } from '../support/turn/tools.ts';

const bot = botsPerTest();
const ACKED_WITHIN_MS = 1_000;

const press = (actionId: string, value: string, user = 'U0ALICE') => ({
  type: 'block_actions',
  user: { id: user, team_id: 'T0LOCAL' },
  team: { id: 'T0LOCAL' },
  trigger_id: '1.2.3',
  channel: { id: C },
  message: { ts: '1.000001' },
  actions: [{ action_id: actionId, value, action_ts: String(Date.now()) }],
});

describe('over HTTP', () => {
  it('the bot answers, asks and runs as it does over sockets', async () => {
    const http = await overHttp();
    const tool = aTool('shop.refund', { gated: true });
    const slack = await bot({ tools: [tool], ...http.options });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
    await alice.click(await cardIn(alice, root, 'approve'), 'approve');
    await saysIn(alice, root, 'done');
    expect(tool.runs).toHaveLength(1);
    expect(slack.slack.connections()).toEqual({ sockets: null, port: http.port });
  });

  it.each(['approve', 'extend', 'revoke', 'outcome_ran', 'a_button_of_an_older_version'])(
    'a press of %s is acknowledged within a second while a turn works',
    async (action) => {
      const http = await overHttp();
      const slack = await bot(http.options);
      const alice = slack.person('U0ALICE');
      const root = await alice.say(C, '<@U0COUNTER> !say working\n!wait 60000');
      await saysIn(alice, root, 'working');
      const answer = await http.interact(press(action, 'no-such-approval'));
      expect(answer.status).toBe(200);
      expect(answer.tookMs).toBeLessThan(ACKED_WITHIN_MS);
    },
  );

  it('a form that claims to be of another question is decided by that question’s own rules', async () => {
    const http = await overHttp();
    const tool = aTool('shop.refund', { gated: true });
    const slack = await bot({ tools: [tool], ...http.options });
    const [alice, guest] = [slack.person('U0ALICE'), slack.person('U0GUEST')];
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
    const card = await cardIn(alice, root, 'approve');
    const id = /"value":"([^"]+)"/.exec(JSON.stringify(card.message))?.[1] ?? '';
    const submission = (user: string, approvalId: string) => ({
      type: 'view_submission',
      user: { id: user, team_id: 'T0LOCAL' },
      team: { id: 'T0LOCAL' },
      view: {
        id: 'V1',
        callback_id: 'view_all_arguments',
        private_metadata: JSON.stringify({ a: approvalId, p: 0 }),
        state: { values: {} },
      },
    });
    expect((await http.interact(submission(guest.user, id))).text).toContain('Guests cannot decide');
    expect((await http.interact(submission('U0BOB', 'no-such-approval'))).text).toContain('not known any more');
    expect((await http.interact(submission('U0BOB', '{"a":'))).text).toContain('not known any more');
    expect(tool.runs).toHaveLength(0);
  });

  it.each([
    ['U0BOTX', 'Bots cannot decide'],
    ['U0GONE', 'deactivated'],
    ['U0NOBODY', 'does not know who you are'],
  ])('a form of %s decides nothing, though Slack signed it', async (user, words) => {
    const http = await overHttp();
    const tool = aTool('shop.refund', { gated: true });
    const slack = await bot({ tools: [tool], ...http.options });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}');
    const card = await cardIn(alice, root, 'approve');
    const id = /"value":"([^"]+)"/.exec(JSON.stringify(card.message))?.[1] ?? '';
    const answer = await http.interact({
      type: 'view_submission',
      user: { id: user, team_id: 'T0LOCAL' },
      team: { id: 'T0LOCAL' },
      view: { id: 'V1', callback_id: 'deny_reason', private_metadata: id, state: { values: {} } },
    });
    expect(answer.text).toContain(words);
    const conversation = conversationOf({ team: 'T0LOCAL', channel: C, ts: root.ts });
    const types = (await slack.store.log.read(conversation)).map(({ event }) => event.type);
    expect([types.includes('click.refused'), types.includes('approval.decided')]).toEqual([true, false]);
  });
});
