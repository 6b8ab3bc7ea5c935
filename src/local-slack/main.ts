import { parseArgs } from 'node:util';

/** The exit code for a command line that makes no sense (sysexits.h, EX_USAGE). */
const EXIT_USAGE = 64;
const EXIT_FAILED = 1;
const PORT_MAX = 65_535;
const DEFAULT_PORT = 3939;

type Options =
  | { readonly kind: 'options'; readonly port: number; readonly httpTarget: string | undefined }
  | { readonly kind: 'wrong'; readonly why: string };

/** `local-slack [--port N] [--http TARGET_URL]` */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.kind === 'wrong') return leave(EXIT_USAGE, options.why);
  const { port, httpTarget } = options;
  try {
    // A command line that makes no sense is answered without the server's code.
    const { startLocalSlack } = await import('./server/start.ts');
    const workspace = await startLocalSlack({ port, ...(httpTarget === undefined ? {} : { httpTarget }) });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        void workspace.close().then(() => process.exit(0));
      });
    }
    process.stdout.write(`Local workspace: ${workspace.url}\n`);
  } catch (error) {
    leave(EXIT_FAILED, error instanceof Error ? error.message : 'cannot start');
  }
}

function readOptions(args: readonly string[]): Options {
  try {
    const { values } = parseArgs({ args: [...args], options: { port: { type: 'string' }, http: { type: 'string' } } });
    const port = values.port === undefined ? DEFAULT_PORT : Number(values.port);
    if (values.port === '' || !Number.isInteger(port) || port < 0 || port > PORT_MAX) {
      return { kind: 'wrong', why: `--port takes a number from 0 to ${PORT_MAX}` };
    }
    if (values.http !== undefined && !/^https?:$/.test(URL.parse(values.http)?.protocol ?? '')) {
      return { kind: 'wrong', why: '--http takes the URL of the app' };
    }
    return { kind: 'options', port, httpTarget: values.http };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unreadable options';
    return { kind: 'wrong', why };
  }
}

function leave(code: number, why: string): void {
  process.stderr.write(`local-slack: ${why}\n`);
  process.exitCode = code;
}

await main();
