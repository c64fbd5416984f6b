// What `npm start` runs: the server.
import { runBuilt } from './run-built.mjs';

await runBuilt('main');
