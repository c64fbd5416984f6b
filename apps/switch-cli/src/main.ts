import { runProgram } from './program/run-program';

/** A reader that has seen enough, such as `head`, is no fault. */
process.stdout.on('error', () => undefined);
/** An orderly end gives up the locks. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** The only place where the process ends by itself, once what it said is written. */
void runProgram(process.argv.slice(2), process).then((exit_code) => {
  process.stdout.write('', () => process.exit(exit_code));
});
