// Runs the built server. Supervised by tools/start.mjs.
import { become } from './run-built.mjs';

await become('main');
