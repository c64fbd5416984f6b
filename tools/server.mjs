// The server that is built already; tools/start.mjs supervises it.
import { become } from './run-built.mjs';

await become('main');
