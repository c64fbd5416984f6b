import 'reflect-metadata';
import { createInterface } from 'node:readline';
import { runCommand } from '../run-command';
import { rotateKeys } from './rotate-keys';

/** The entry point of `npm run keys:rotate`. */
runCommand((words) => rotateKeys(words, ask));

/** A line of standard input; an empty one where it has ended. */
function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  process.stderr.write(question);
  return new Promise((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
  }).then((line) => {
    lines.close();
    return line as string;
  });
}
