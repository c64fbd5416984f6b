import 'reflect-metadata';
import { runDemo } from './run-demo';

/** The entry point of `npm run demo`. */
runDemo(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`)).then(
  (code) => {
    if (code !== null) process.exit(code);
  },
  (failure: unknown) => {
    const { message, exit_code } = failure as { message: string; exit_code: number };
    process.stderr.write(`${message}\n`);
    process.exit(exit_code);
  },
);
