import { EXIT } from './program/exit-codes';
import { runProgram } from './program/run-program';

/** A reader that has seen enough, such as `head`, is no failure; a full disk is. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`✗ The output could not be written (${error.code ?? 'unknown error'}).\n`);
  process.exit(EXIT.failure);
});
/** An orderly end releases the locks. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** The only place where the process ends by itself, once what it said is written. */
void runProgram(process.argv.slice(2), process).then((exitCode) => {
  process.stdout.write('', () => process.exit(exitCode));
});
