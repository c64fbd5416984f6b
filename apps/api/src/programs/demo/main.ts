import 'reflect-metadata';
import { toStartFailure } from '../start-failure';
import { runDemo } from './demo-program';

/** The entry point of `npm run demo`, and its only exit. */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

const say = (line: string) => process.stdout.write(`${line}\n`);

runDemo(process.argv.slice(2), say, stop.signal).then(
  () => process.exit(0),
  (error: unknown) => {
    const { message, exit_code } = toStartFailure(error);
    process.stderr.write(`${message}\n`);
    process.exit(exit_code);
  },
);
