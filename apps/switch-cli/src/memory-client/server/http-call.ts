import type { IncomingHttpHeaders } from 'node:http';
import { EXIT } from '../../program/exit-codes';
import { Failure } from '../../program/failure';
import { isUntrusted, OWN_CERTIFICATES } from '../../program/proxy';

/** A context of a million tokens stays below. */
const LARGEST_ANSWER_BYTES = 8 * 1024 * 1024;

export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** For the whole exchange. */
  timeout_ms: number;
  /** Of the answer. */
  most_bytes?: number;
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
export async function httpCall({
  method,
  url,
  headers,
  body,
  timeout_ms,
  most_bytes = LARGEST_ANSWER_BYTES,
}: HttpCall): Promise<HttpReply> {
  const target = new URL(url);
  // Loaded here: hooks that have nothing to send need neither.
  const { request } = target.protocol === 'https:' ? await import('node:https') : await import('node:http');
  return new Promise((resolve, reject) => {
    const fail = (cause: string) => {
      clearTimeout(timer);
      reject(noAnswer(target.origin, cause));
    };
    const limitMs = Math.max(1, Math.floor(timeout_ms));
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(target, { method, headers: { ...headers, ...length } }, (answer) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
        parts.push(part);
        if (bytes > most_bytes) sent.destroy(new Error('the answer is too long'));
      });
      answer.on('aborted', () => fail('the connection broke'));
      answer.on('error', () => fail('the connection broke'));
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
    sent.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    const timer = setTimeout(() => {
      fail(`it took longer than ${Math.floor(timeout_ms)} ms`);
      sent.destroy();
    }, limitMs);
    // A text would be joined to the headers, and these then be encoded as UTF-8 once more. A file is not copied.
    sent.end(typeof body === 'string' ? Buffer.from(body) : body);
  });
}

function noAnswer(origin: string, cause: string): Failure {
  return new Failure(
    'no_answer',
    `${origin} gave no answer: ${cause}.`,
    [
      'Check that the server runs and that its address is right: assistant-memory doctor',
      ...(isUntrusted(cause) ? [OWN_CERTIFICATES] : []),
    ],
    EXIT.no_answer,
  );
}
