// What `npm run keys:rotate` runs: the encryption of all that is stored encrypted with the present key.
import { runBuilt } from './run-built.mjs';

await runBuilt('keys-rotate');
