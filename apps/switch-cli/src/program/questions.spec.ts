import { EventEmitter } from 'node:events';
import type { ReadStream } from 'node:tty';
import { questionsOn } from './questions';

describe('a question for a secret', () => {
  it('hides what is typed before it asks, and shows nothing of the answer', async () => {
    const happened: string[] = [];
    const input = Object.assign(new EventEmitter(), {
      isTTY: true,
      setRawMode: (isRaw: boolean) => {
        happened.push(isRaw ? 'raw' : 'cooked');
        return input;
      },
      setEncoding: () => input,
      resume: () => input,
      pause: () => input,
    });
    const output = { write: (text: string) => happened.push(text) };
    const { line } = questionsOn(input as unknown as ReadStream, output as unknown as NodeJS.WriteStream);
    const answer = line('Key: ', { secret: true });
    input.emit('data', 'sx\u007fecret\r');
    expect(await answer).toBe('secret');
    expect(happened).toEqual(['raw', 'Key: ', 'cooked', '\n']);
  });
});
