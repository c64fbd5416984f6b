import { PassThrough } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { questionsOn } from './questions';

const CTRL_U = '\u0015';
const CTRL_W = '\u0017';
const CTRL_C = '\u0003';
const LEFT = '\u001b[D';
const ERASE = '\u007f';

describe('a question for a secret', () => {
  const asked = () => {
    const happened: string[] = [];
    const input = Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: (isRaw: boolean) => happened.push(isRaw ? 'raw' : 'cooked'),
    });
    const output = { write: (text: string) => happened.push(text) };
    const { line } = questionsOn(input as unknown as ReadStream, output as unknown as NodeJS.WriteStream);
    return { input, happened, answer: line('Key: ', { secret: true }) };
  };

  it('hides what is typed before it asks, and shows nothing of the answer', async () => {
    const { input, happened, answer } = asked();
    input.write(`sx${ERASE}ecret\r`);
    expect(await answer).toBe('secret');
    expect(happened).toEqual(['raw', 'Key: ', 'cooked', '\n']);
  });

  it('lets the line be edited as any other', async () => {
    const { input, answer } = asked();
    input.write(`wrong key${CTRL_U}other word${CTRL_W}${CTRL_U}secrt${LEFT}e\r`);
    expect(await answer).toBe('secret');
  });

  it('is cancelled by Ctrl-C', async () => {
    const { input, answer } = asked();
    input.write(`half${CTRL_C}`);
    await expect(answer).rejects.toMatchObject({ message: 'Cancelled.' });
  });
});
