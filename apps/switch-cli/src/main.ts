import { EXIT } from './program/exit-codes';
import { runProgram } from './program/run-program';
import { endBySignals } from './program/signals';

/** A closed pipe, as of `head`, is not a failure; a full disk is. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`✗ The output could not be written (${error.code ?? 'unknown error'}).\n`);
  process.exit(EXIT.failure);
});
endBySignals();

/** Where the process exits: after its output has been written. */
void runProgram(process.argv.slice(2), process).then((exitCode) => {
  process.stdout.write('', () => process.exit(exitCode));
});
