// Runs `npm run doctor`, `npm run backup` and the like: `program.mjs <program of the API> [its arguments]`.
import { runBuilt } from './run-built.mjs';

const [program] = process.argv.splice(2, 1);
await runBuilt(program);
