import { execFileSync } from 'node:child_process';
import { constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { printAnswer } from './print-answer';

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
/** More than a pipe has room for. */
const ANSWER = 'ä'.repeat(150_000);

describe('the answer of a hook, in a pipe that does not wait', () => {
  let folder: string;
  let reader: number;
  let writer: number;
  let stream: Socket | null;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'print-answer-'));
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    reader = openSync(pipe, O_RDONLY | O_NONBLOCK);
    writer = openSync(pipe, O_WRONLY | O_NONBLOCK);
    stream = null;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** As Node opens the stream of its standard output. */
  const opened = () => (stream = new Socket({ fd: writer, readable: false, writable: true }));

  it('is whole, whenever it is read', async () => {
    const printed = printAnswer(ANSWER, opened, 30_000, writer);
    expect(stream).not.toBeNull();
    // Nothing was read so far: the pipe is full.
    const read = text(new Socket({ fd: reader }));
    await printed;
    stream?.destroy();
    expect(await read).toBe(`${ANSWER}\n`);
  });

  it('is given up where nobody reads it', async () => {
    await printAnswer(ANSWER, opened, 1, writer);
    stream?.destroy();
    expect(await text(new Socket({ fd: reader }))).not.toContain('\n');
  });
});
