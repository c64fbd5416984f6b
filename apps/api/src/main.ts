import 'reflect-metadata';
import { startServer } from './programs/server/start-server';

startServer().catch((failure: unknown) => {
  const { message, exit_code } = failure as { message: string; exit_code: number };
  console.error(`\n${message}`);
  process.exit(exit_code);
});
