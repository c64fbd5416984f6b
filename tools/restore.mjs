// What `npm run restore` runs: a backup put into empty databases.
import { runBuilt } from './run-built.mjs';

await runBuilt('restore');
