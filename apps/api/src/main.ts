import 'reflect-metadata';
import { startProgram } from './program';

/** The only place where the process ends by itself. */
startProgram().catch((failure: unknown) => {
  const { message, exit_code } = failure as { message: string; exit_code: number };
  console.error(`\n${message}`);
  process.exit(exit_code);
});
