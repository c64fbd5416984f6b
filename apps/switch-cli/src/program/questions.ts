import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { Failure, usageFailure } from './failure';
import type { Questions } from './run';

const LONGEST_INPUT_BYTES = 65_536;

/** Asks on a terminal; a secret is not shown as it is typed. Questions go to stderr, which stdout's readers do not see. */
export function questionsOn(input: ReadStream, output: NodeJS.WriteStream): Questions {
  return {
    is_terminal: input.isTTY,
    line: (prompt, options) =>
      options?.secret ? secretLine(input, output, prompt) : line(input, output, prompt),
    piped: () => piped(input),
  };
}

function line(input: ReadStream, output: NodeJS.WriteStream, prompt: string): Promise<string> {
  const reader = createInterface({ input, output });
  return new Promise((resolve, reject) => {
    reader.once('close', () => reject(cancelled()));
    reader.question(prompt, (answer) => {
      resolve(answer.trim());
      reader.close();
    });
  });
}

/** The line is edited as any other, with Ctrl-U and arrow keys; what is typed is not written. */
function secretLine(input: ReadStream, output: NodeJS.WriteStream, prompt: string): Promise<string> {
  const silent = new Writable({ write: (_part, _encoding, done) => done() });
  // Before the prompt: input that is typed while it appears must not be echoed.
  const reader = createInterface({ input, output: silent, terminal: true });
  output.write(prompt);
  return new Promise<string>((resolve, reject) => {
    reader.once('close', () => {
      output.write('\n');
      reject(cancelled());
    });
    reader.question('', (answer) => {
      resolve(answer.trim());
      reader.close();
    });
  });
}

async function piped(input: ReadStream): Promise<string> {
  let text = '';
  for await (const part of input.setEncoding('utf8') as AsyncIterable<string>) {
    text += part;
    if (text.length > LONGEST_INPUT_BYTES) throw usageFailure('What is piped in is too long for a key.');
  }
  return text;
}

function cancelled(): Failure {
  return new Failure('usage', 'Cancelled.');
}
