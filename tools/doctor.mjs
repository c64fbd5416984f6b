// What `npm run doctor` runs: a look at everything that could go wrong.
import { runBuilt } from './run-built.mjs';

await runBuilt('doctor');
