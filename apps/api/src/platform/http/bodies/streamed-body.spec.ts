import { createServer, request, type ClientRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { AppError } from '../../errors/app-error';
import { isCsvType, readParts } from './streamed-body';

describe('the type of a CSV body', () => {
  it.each(['text/csv', 'Text/CSV; charset=UTF-8', 'text/csv;header=present; charset="utf-8"', 'text/csv ;'])(
    'may be %s',
    (type) => expect(isCsvType(type)).toBe(true),
  );

  it.each(['', 'text/plain', 'text/csv; charset=latin1', 'text/csvx', 'text/csv; header=absent'])(
    'is not "%s"',
    (type) => expect(isCsvType(type)).toBe(false),
  );
});

describe('a body that is read in parts', () => {
  let server: Server;
  let outcome: Promise<number | string>;
  let timeoutMs: number;
  beforeEach(async () => {
    timeoutMs = 60_000;
    server = createServer((incoming, answer) => {
      outcome = read(incoming).finally(() => answer.end('heard'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  /** The bytes that came, or the code of the refusal. */
  async function read(incoming: IncomingMessage): Promise<number | string> {
    let bytes = 0;
    try {
      for await (const part of readParts(incoming, timeoutMs)) bytes += part.length;
      return bytes;
    } catch (error) {
      return (error as AppError).code;
    }
  }

  function post(): ClientRequest {
    return request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, method: 'POST' });
  }

  async function answered(sent: ClientRequest): Promise<number | string> {
    const [received] = (await once(sent, 'response')) as [IncomingMessage];
    received.resume();
    await once(received, 'end');
    return outcome;
  }

  it('comes whole up to 64 MiB, and not beyond, even without its length told', async () => {
    const part = Buffer.alloc(1_048_576);
    for (const [extra, expected] of [
      [0, 64 * 1_048_576],
      [1, 'body_too_large'],
    ] as const) {
      const sent = post();
      for (let count = 0; count < 64; count++) sent.write(part);
      sent.end(Buffer.alloc(extra));
      expect(await answered(sent)).toBe(expected);
    }
  });

  it('is waited for as long as was said, and answered all the same', async () => {
    timeoutMs = 50;
    const sent = post();
    sent.write('never ends');
    expect(await answered(sent)).toBe('request_timeout');
    sent.destroy();
  });
});
