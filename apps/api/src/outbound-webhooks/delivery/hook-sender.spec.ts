import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { OutboundCalls } from '../../shared/outbound/outbound-calls.service';
import { HookSender } from './hook-sender.service';

const LIMIT_MS = 10_000;
const isFull = process.env['FULL_TESTS'] === '1';
if (!isFull) console.warn('SKIPPED: receivers that take more than ten seconds (npm run test:full).');

describe('the sender of outbound webhooks', () => {
  let server: Server;
  let connections = 0;
  let answer: (response: ServerResponse) => void;

  beforeAll(async () => {
    server = createServer((_request, response) => answer(response));
    server.on('connection', (socket) => {
      connections++;
      socket.on('error', () => undefined);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** @returns the status or the fault, and how long it took */
  async function send(answering: (response: ServerResponse) => void, sender = newSender()) {
    answer = answering;
    const { port } = server.address() as AddressInfo;
    const begunMs = performance.now();
    const outcome = await sender
      .send({
        url: `http://127.0.0.1:${port}/`,
        secrets: [`whsec_${Buffer.alloc(24, 1).toString('base64')}`],
        webhook_id: 'msg_1',
        sent_at: new Date(),
        body: '{}',
      })
      .then(({ status, body }) => ({ outcome: status, body }))
      .catch((error: unknown) => ({ outcome: (error as Error).message, body: null }));
    return { ...outcome, ms: performance.now() - begunMs };
  }

  it('waits for the end of the answer', async () => {
    let hasEnded = false;
    const { outcome } = await send((response) => {
      response.writeHead(200).flushHeaders();
      setTimeout(() => {
        hasEnded = true;
        response.end('done');
      }, 200);
    });
    expect([outcome, hasEnded]).toEqual([200, true]);
  });

  it('keeps the first 2 kB of an answer, without half a character and NUL', async () => {
    const { body } = await send((response) => response.end(`\0${'x'.repeat(2_046)}é and more`));
    expect(body).toBe('x'.repeat(2_046));
    expect((await send((response) => response.writeHead(204).end())).body).toBe('');
  });

  it('keeps a connection for the next message', async () => {
    connections = 0;
    const sender = newSender();
    for (let n = 0; n < 3; n++) await send((response) => response.end(), sender);
    expect(connections).toBe(1);
  });

  it('sends once more when a kept connection breaks before there is an answer, and only then', async () => {
    const sender = newSender();
    await send((response) => response.end(), sender);
    let requests = 0;
    const breakFirst = (response: ServerResponse) => {
      if (++requests === 1) response.socket?.destroy();
      else response.end();
    };
    expect((await send(breakFirst, sender)).outcome).toBe(200);
    expect(requests).toBe(2);
    const { outcome } = await send((response) => response.socket?.destroy(), newSender());
    expect(outcome).toBe('socket hang up');
  });

  it('reads no more than 64 KiB of an answer', async () => {
    const { outcome, ms } = await send((response) =>
      response.writeHead(200).write('x'.repeat(64 * 1_024 + 1)),
    );
    expect(outcome).toBe(200);
    expect(ms).toBeLessThan(LIMIT_MS / 2);
  });

  it('cuts an answer without an end', async () => {
    const { outcome, ms } = await send((response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', more).writeHead(500);
      more();
    });
    expect(outcome).toBe(500);
    expect(ms).toBeLessThan(LIMIT_MS / 2);
  });

  /** Ten seconds each, at a time. */
  const full = isFull ? it : it.skip;
  full.each<[string, (response: ServerResponse) => void, unknown]>([
    ['never answers', () => undefined, 'No answer within 10 s.'],
    ['sends the headers byte by byte', trickle('HTTP/1.1 200 OK\r\nx-long: ', 'x'), 'No answer within 10 s.'],
    ['sends the body byte by byte', trickle('HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n', 'x'), 200],
    [
      'sends informative answers only',
      trickle('', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
      'No answer within 10 s.',
    ],
  ])('ends an attempt after 10 seconds: a receiver that %s', async (_what, answering, expected) => {
    const { outcome, ms } = await send(answering);
    expect(outcome).toBe(expected);
    expect(ms).toBeGreaterThan(LIMIT_MS - 100);
  });
});

function newSender(): HookSender {
  return new HookSender(new OutboundCalls({ outbound_private: true }), { is_demo: false });
}

/** Writes the beginning, and then the same again and again, past HTTP. */
function trickle(begin: string, again: string): (response: ServerResponse) => void {
  return ({ socket }) => {
    socket?.write(begin);
    const timer = setInterval(() => socket?.write(again), 200);
    socket?.on('close', () => clearInterval(timer));
  };
}
