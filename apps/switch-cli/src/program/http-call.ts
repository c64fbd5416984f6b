import type { IncomingHttpHeaders } from 'node:http';
import { EXIT } from './exit-codes';
import { Failure } from './failure';
import { isUntrusted, OWN_CERTIFICATES } from './proxy';

/** A context of a million tokens stays below. */
const LARGEST_ANSWER_BYTES = 8 * 1024 * 1024;

export interface HttpCall {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH';
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** For the whole exchange. */
  timeout_ms: number;
  /** Of the answer. */
  most_bytes?: number;
  /** The command that finds out why there is no answer. */
  doctor: string;
}

export interface HttpReply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
}

/**
 * One exchange, whole, within the time limit. Redirects are not followed, so the key is never sent to another host.
 * Not `fetch()`: loading it takes longer than everything else that a hook does.
 */
export async function httpCall(call: HttpCall): Promise<HttpReply> {
  const { method, url, headers, body, timeout_ms, most_bytes = LARGEST_ANSWER_BYTES } = call;
  const target = new URL(url);
  const startedMs = process.uptime() * 1_000;
  // Loaded here: hooks that have nothing to send need neither.
  const { request } = target.protocol === 'https:' ? await import('node:https') : await import('node:http');
  return new Promise((resolve, reject) => {
    const loadedMs = process.uptime() * 1_000 - startedMs;
    const limitMs = Math.max(1, Math.floor(timeout_ms - loadedMs));
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(target, { method, headers: { ...headers, ...length } }, (answer) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
        parts.push(part);
        if (bytes > most_bytes) end(new Failure('unexpected_answer', 'The answer is too long.'));
      });
      answer.on('aborted', () => fail(CAUSES['ECONNRESET']));
      answer.on('error', () => fail(CAUSES['ECONNRESET']));
      answer.on('end', () => {
        clearTimeout(timer);
        const whole = Buffer.concat(parts);
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          // Decoded where it is read: of a file nobody reads it.
          get text() {
            return whole.toString();
          },
          bytes: whole,
        });
      });
    });
    const end = (failure: Failure) => {
      clearTimeout(timer);
      reject(failure);
      sent.destroy();
    };
    let isConnected = false;
    const fail = (cause = 'the connection failed', code = '') =>
      end(new NoAnswer(call, { cause, code, isUnsent: !isConnected }));
    sent.on('socket', (socket) => {
      // One that was kept open is connected already, and would keep a listener for each request.
      isConnected = !socket.connecting;
      const event = target.protocol === 'https:' ? 'secureConnect' : 'connect';
      if (!isConnected) socket.once(event, () => (isConnected = true));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => fail(causeOf(error), error.code));
    const timer = setTimeout(() => fail(`it took longer than ${Math.round(timeout_ms) / 1_000} s`), limitMs);
    // A text would be joined to the headers, and these then be encoded as UTF-8 once more. A file is not copied.
    sent.end(typeof body === 'string' ? Buffer.from(body) : body);
  });
}

/** There is no answer, or not all of one. */
export class NoAnswer extends Failure {
  /** There was no connection, so the server has not been asked for anything. */
  readonly isUnsent: boolean;

  constructor(
    { url, doctor }: HttpCall,
    { cause, code, isUnsent }: { cause: string; code: string; isUnsent: boolean },
  ) {
    super(
      'no_answer',
      `${new URL(url).origin} gave no answer: ${cause}.`,
      [
        `Check that the server runs and that its address is right: ${doctor}`,
        ...(isUntrusted(code) ? [OWN_CERTIFICATES] : []),
      ],
      EXIT.no_answer,
    );
    this.isUnsent = isUnsent;
  }
}

const CAUSES: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name cannot be looked up',
  ECONNRESET: 'the connection broke',
  ETIMEDOUT: 'it cannot be reached',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
};

function causeOf({ code = '', message }: NodeJS.ErrnoException): string {
  if (/wrong.version.number|packet.length.too.long|record.layer/i.test(`${code} ${message}`)) {
    return 'it speaks plain http there, not https';
  }
  if (isUntrusted(code)) return `its certificate is not trusted (${code})`;
  return CAUSES[code] ?? `the connection failed${code === '' ? '' : ` (${code})`}`;
}
