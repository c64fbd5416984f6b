// What `npm run purge` runs: a rewrite of the files in which erased rows of the memory were.
import { runBuilt } from './run-built.mjs';

await runBuilt('purge');
