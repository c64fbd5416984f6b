import 'reflect-metadata';
import { startServer } from './start-server';

const USAGE = `Usage: groupless start

  Starts the server in the present folder, with the .env in it, and makes the database where there is none.`;
const WRONG_USAGE = 2;

const [word] = process.argv.slice(2);
if (word === undefined)
  startServer().catch((failure: unknown) => {
    const { message, exit_code } = failure as { message: string; exit_code: number };
    process.stderr.write(`\n${message}\n`);
    process.exit(exit_code);
  });
else if (word === '--help' || word === 'help') process.stdout.write(`${USAGE}\n`);
else {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = WRONG_USAGE;
}
