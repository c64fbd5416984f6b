// What `npm run demo` runs: the demo data.
import { runBuilt } from './run-built.mjs';

await runBuilt('demo');
