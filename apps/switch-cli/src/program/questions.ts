import { createInterface } from 'node:readline';
import type { ReadStream } from 'node:tty';
import { Failure, usageFailure } from './failure';
import type { Questions } from './run';

const LONGEST_INPUT_BYTES = 65_536;

/** The bytes of keys in raw mode: Ctrl-C and Ctrl-D, Enter, Backspace. */
const CANCEL = '\u0003\u0004';
const ENTER = '\r\n';
const ERASE = '\u007f\b';

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

function secretLine(input: ReadStream, output: NodeJS.WriteStream, prompt: string): Promise<string> {
  // Before the prompt: input that is typed while it appears must not be echoed.
  input.setRawMode(true);
  input.setEncoding('utf8').resume();
  output.write(prompt);
  let typed = '';
  return new Promise<string>((resolve, reject) => {
    const end = () => {
      input.off('data', read).setRawMode(false).pause();
      output.write('\n');
    };
    const read = (text: string) => {
      for (const character of text) {
        if (CANCEL.includes(character)) {
          end();
          reject(cancelled());
          return;
        }
        if (ENTER.includes(character)) {
          end();
          resolve(typed.trim());
          return;
        }
        typed = ERASE.includes(character) ? typed.slice(0, -1) : typed + character;
      }
    };
    input.on('data', read);
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
