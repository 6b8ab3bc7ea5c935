import { describe, expect, it } from 'vitest';
import { startBoltApp } from './support/bolt-app.ts';
import { messagesOf, openWorkspace, say, until } from './support/workspace.ts';

describe('a Bolt app in Socket Mode', () => {
  it('hears a mention and its answer is seen in the thread', async () => {
    const workspace = await openWorkspace();
    await startBoltApp(workspace, (app) => {
      app.event('app_mention', async ({ event, say: answer }) => {
        await answer({ text: `heard ${event.text}`, thread_ts: event.ts });
      });
    });

    const asked = await say(workspace, 'U0ALICE', 'C0GENERAL', '<@U0COUNTER> hello & <goodbye>');

    const thread = await until(async () => {
      const seen = await messagesOf(workspace, 'U0ALICE', 'C0GENERAL', asked.ts);
      return seen.length === 2 ? seen : undefined;
    });
    expect(thread.map(({ user, text }) => ({ user, text }))).toEqual([
      { user: 'U0ALICE', text: '<@U0COUNTER> hello &amp; &lt;goodbye&gt;' },
      { user: 'U0COUNTER', text: 'heard <@U0COUNTER> hello &amp; &lt;goodbye&gt;' },
    ]);
  });
});
