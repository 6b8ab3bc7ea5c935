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

  it.each(['refresh', 'close'])('is back after %s and hears what was said meanwhile', async (action) => {
    const workspace = await openWorkspace();
    const heard: string[] = [];
    await startBoltApp(
      workspace,
      (app) => {
        app.message(async ({ message }) => {
          if (message.subtype === undefined) heard.push(message.text ?? '');
        });
      },
      // The SDK waits this long before it reconnects.
      { clientPingTimeout: 200 },
    );
    await workspace.call('POST', '/control/sockets', { action });
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'are you there?');
    await until(() => heard[0]);
    expect(heard).toEqual(['are you there?']);
  });

  it('ends its stream with the text it has streamed through the SDK’s own chatStream', async () => {
    const workspace = await openWorkspace();
    const { app } = await startBoltApp(workspace);
    const { channel, ts } = await say(workspace, 'U0ALICE', 'C0GENERAL', 'stream please');
    const streamer = app.client.chatStream({
      channel,
      thread_ts: ts,
      recipient_user_id: 'U0ALICE',
      recipient_team_id: 'T0LOCAL',
    });
    await streamer.append({ markdown_text: 'a'.repeat(300) });
    await streamer.append({ markdown_text: 'b' });
    await streamer.stop();
    const [, answer] = await messagesOf(workspace, 'U0ALICE', channel, ts);
    expect(answer).toMatchObject({ text: `${'a'.repeat(300)}b`, streaming_state: 'completed' });
  });
});
