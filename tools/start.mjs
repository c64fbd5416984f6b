// `npm start`: the server, restarted after a crash. `npm run demo`: `start.mjs demo <its arguments>`.
import { fileURLToPath } from 'node:url';
import { prepare } from './run-built.mjs';
import { supervise } from './supervise.mjs';

prepare();
const server = fileURLToPath(new URL('server.mjs', import.meta.url));
// A larger young generation takes 30 MB more and saves garbage collection.
process.exitCode = await supervise(['--max-semi-space-size=16', server, ...process.argv.slice(2)]);
