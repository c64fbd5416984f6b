import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { UnfinishedBodies } from './unfinished-bodies';

const KIB = 1_024;

describe('bodies that are still arriving', () => {
  const bodies = () => new UnfinishedBodies(100 * KIB);

  function incoming(headers: Record<string, string> = {}) {
    const stream = new PassThrough();
    return Object.assign(stream, { headers }) as unknown as PassThrough & IncomingMessage;
  }

  /** Waits until a stream has handed on what was written to it. */
  const arrived = () => new Promise(setImmediate);

  it('are read whole, part by part', async () => {
    const body = incoming();
    const read = bodies().read(body, 10);
    body.write('one');
    await arrived();
    body.end('two');
    expect((await read).toString()).toBe('onetwo');
  });

  it('are refused by what they announce, and by what comes', async () => {
    await expect(bodies().read(incoming({ 'content-length': '11' }), 10)).rejects.toMatchObject({
      code: 'body_too_large',
    });
    const body = incoming();
    const read = bodies().read(body, 2 * KIB);
    body.write(Buffer.alloc(2 * KIB + 1));
    await expect(read).rejects.toMatchObject({
      code: 'body_too_large',
      message: 'The body is larger than 2 KiB.',
    });
  });

  it('share the memory: what finds none left is refused, short ones excepted', async () => {
    const all = bodies();
    const slow = incoming();
    const reading = all.read(slow, 90 * KIB);
    slow.write(Buffer.alloc(90 * KIB - 1));
    await arrived();
    expect(all.held).toBe(90 * KIB - 1);

    const second = incoming();
    const refused = all.read(second, 90 * KIB);
    second.write(Buffer.alloc(20 * KIB));
    await expect(refused).rejects.toMatchObject({ code: 'overloaded' });

    const short = incoming();
    const taken = all.read(short, 90 * KIB);
    short.end(Buffer.alloc(4 * KIB));
    expect(await taken).toHaveLength(4 * KIB);

    slow.end('x');
    expect(await reading).toHaveLength(90 * KIB);
    expect(all.held).toBe(0);
  });

  it('give the memory back when the connection breaks', async () => {
    const all = bodies();
    const body = incoming();
    const read = all.read(body, 90 * KIB);
    body.write(Buffer.alloc(50 * KIB));
    await arrived();
    body.destroy();
    await expect(read).rejects.toMatchObject({ code: 'request_timeout' });
    expect(all.held).toBe(0);
  });
});
