import { parseArgs } from 'node:util';

const DEFAULT_PORT = '3939';
const EXIT_USAGE = 64;
const PORT_MAX = 65_535;

export interface DemoOptions {
  readonly port: number;
  readonly data: string;
  readonly reset: boolean;
  readonly botOnly: boolean;
  readonly workspace: string;
  readonly database: string | undefined;
  readonly opsPort: number;
}

/** What the command line asks for; ends the process where that makes no sense. */
export function readDemoOptions(): DemoOptions {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: DEFAULT_PORT },
        data: { type: 'string', default: '.demo' },
        reset: { type: 'boolean', default: false },
        'bot-only': { type: 'boolean', default: false },
        workspace: { type: 'string', default: `http://127.0.0.1:${DEFAULT_PORT}` },
        database: { type: 'string' },
        'ops-port': { type: 'string', default: '0' },
      },
    });
    const port = portOf('--port', values.port);
    const opsPort = portOf('--ops-port', values['ops-port']);
    const workspace = URL.parse(values.workspace)?.origin;
    if (workspace === undefined || workspace === 'null')
      throw new Error('--workspace takes the address of a workspace');
    const { data, reset, 'bot-only': botOnly, database } = values;
    return { port, data, reset, botOnly, workspace, database, opsPort };
  } catch (error) {
    process.stderr.write(`demo: ${error instanceof Error ? error.message.split('\n')[0] : 'unreadable options'}\n`);
    process.exit(EXIT_USAGE);
  }
}

function portOf(option: string, text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > PORT_MAX) {
    throw new Error(`${option} takes a number from 0 to ${PORT_MAX}`);
  }
  return port;
}
