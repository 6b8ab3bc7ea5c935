import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findPostgres, startServer } from '../support/postgres.ts';

// Plays every scenario with three bots on one PostgreSQL in place of one on SQLite, received over sockets or, after the
// word `http`, by HTTP. Words after that are vitest's, such as the file of one scenario.
const here = findPostgres();
if (here.kind === 'absent') throw new Error('There is no PostgreSQL here: install it or set TEST_DATABASE_URL.');
const server = await startServer(here);
const receive = process.argv[2] === 'http' ? 'http' : 'socket';
const words = process.argv.slice(receive === 'http' ? 3 : 2);
const vitest = spawn('vitest', ['run', ...(words.length === 0 ? ['test/scenarios'] : words)], {
  stdio: 'inherit',
  env: { ...process.env, SCENARIO_DATABASE_URL: server.url, SCENARIO_RECEIVE: receive },
});
const [code] = await once(vitest, 'exit');
await server.stop();
process.exit(typeof code === 'number' ? code : 1);
