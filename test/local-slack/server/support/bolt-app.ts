import { App, LogLevel, SocketModeReceiver } from '@slack/bolt';
import { onTestFinished } from 'vitest';
import type { TestWorkspace } from './workspace.ts';

export interface BoltApp {
  readonly app: App;
  readonly receiver: SocketModeReceiver;
  stop(): Promise<void>;
}

/** An unmodified Bolt app in Socket Mode; only its API address is ours. `listen` registers before it connects. */
export async function startBoltApp(
  workspace: TestWorkspace,
  listen: (app: App) => void = () => {},
  socketOptions: { readonly clientPingTimeout?: number } = {},
): Promise<BoltApp> {
  const clientOptions = { slackApiUrl: `${workspace.url}/api/` };
  const receiver = new SocketModeReceiver({
    appToken: 'xapp-local',
    logLevel: LogLevel.ERROR,
    ...socketOptions,
    installerOptions: { clientOptions },
  });
  const app = new App({
    token: 'xoxb-local',
    receiver,
    clientOptions,
    logLevel: LogLevel.ERROR,
    deferInitialization: true,
  });
  await app.init();
  listen(app);
  await app.start();
  const stop = async () => {
    await receiver.client.disconnect();
  };
  onTestFinished(() => stop().catch(() => {}));
  return { app, receiver, stop };
}
