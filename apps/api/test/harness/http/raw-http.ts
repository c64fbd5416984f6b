import { request, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import type { ReceivedAnswer } from './problems';

export interface RawRequest {
  method?: string;
  /** Sent as it is, where other clients would tidy it up. */
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
  /** Sends the body in chunks, without telling its length. */
  chunked?: boolean;
}

/** Sends a request whose path and headers nobody normalises on the way. */
export function sendRaw(port: number, { method = 'GET', path, headers, body, chunked }: RawRequest) {
  return new Promise<ReceivedAnswer>((resolve, reject) => {
    const length = body === undefined || chunked ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request({ host: '127.0.0.1', port, method, path, headers: { ...length, ...headers } });
    let answered = false;
    sent.on('response', (received) => {
      answered = true;
      const parts: Buffer[] = [];
      received.on('data', (part: Buffer) => parts.push(part));
      received.on('error', reject);
      received.on('end', () => {
        const text = Buffer.concat(parts).toString();
        resolve({ status: received.statusCode ?? 0, headers: received.headers, text });
      });
    });
    sent.on('error', (error) => {
      // After an early answer the server may hang up on the rest of the body.
      if (!answered) reject(error);
    });
    if (body !== undefined) sent.write(body);
    sent.end();
  });
}

/** Sends bytes that need not be HTTP at all, and nothing after them, and reads until the server hangs up. */
export function sendBytes(port: number, bytes: string | Buffer): Promise<ReceivedAnswer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.on('data', (part) => parts.push(part));
    socket.on('error', reject);
    socket.on('close', () => resolve(readAnswer(Buffer.concat(parts).toString())));
  });
}

function readAnswer(received: string): ReceivedAnswer {
  const end = received.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    text: received.slice(end + 4),
  };
}
