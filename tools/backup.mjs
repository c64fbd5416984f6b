// What `npm run backup` runs: a copy of both databases in one encrypted file.
import { runBuilt } from './run-built.mjs';

await runBuilt('backup');
