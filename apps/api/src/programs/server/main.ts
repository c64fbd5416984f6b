import 'reflect-metadata';
import { startServer } from './start-server';

/** The entry point of `npm start`. */
startServer().catch((failure: unknown) => {
  const { message, exit_code } = failure as { message: string; exit_code: number };
  process.stderr.write(`\n${message}\n`);
  process.exit(exit_code);
});
