// What `npm start` runs: the server, started again when it crashes.
import { fileURLToPath } from 'node:url';
import { prepare } from './run-built.mjs';
import { supervise } from './supervise.mjs';

prepare();
const server = fileURLToPath(new URL('server.mjs', import.meta.url));
// A larger young generation of the heap takes 30 MB and saves time for collecting garbage.
process.exitCode = await supervise(['--max-semi-space-size=16', server]);
