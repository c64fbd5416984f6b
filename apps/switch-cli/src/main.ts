import { constants } from 'node:os';
import { EXIT } from './program/exit-codes';
import { runProgram } from './program/run-program';

/** A closed pipe, as of `head`, is not a failure; a full disk is. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`✗ The output could not be written (${error.code ?? 'unknown error'}).\n`);
  process.exit(EXIT.failure);
});
/**
 * Ends through `exit`, so that the locks are released, and with the code by which shells know a signal. It comes between two
 * steps that wait, never between the two files of a session: see `PairedWrite`.
 */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(128 + constants.signals[signal]));

/** The only place where the process exits: after its output has been written. */
void runProgram(process.argv.slice(2), process).then((exitCode) => {
  process.stdout.write('', () => process.exit(exitCode));
});
