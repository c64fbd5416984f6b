// What `npm run admin` runs: the administration of users.
import { runBuilt } from './run-built.mjs';

await runBuilt('admin');
