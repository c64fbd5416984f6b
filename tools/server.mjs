// Runs the built server, or the program that is named. Supervised by tools/start.mjs.
import { become } from './run-built.mjs';

const [program = 'main'] = process.argv.splice(2, 1);
await become(program);
