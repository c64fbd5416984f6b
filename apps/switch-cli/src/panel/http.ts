import { EXIT } from '../program/exit-codes';
import { Failure } from '../program/failure';
import { isUntrusted, OWN_CERTIFICATES } from '../program/proxy';

/** A session may have 256 KiB; the list of accounts stays far below. */
const LARGEST_ANSWER_BYTES = 4 * 1024 * 1024;

export interface HttpRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body?: string;
  timeout_ms: number;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** One exchange, whole, within the time limit. Redirects are not followed, so the key is never sent to another host. */
export async function exchange({ url, timeout_ms, ...init }: HttpRequest): Promise<HttpAnswer> {
  try {
    const signal = AbortSignal.timeout(timeout_ms);
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const text = await readText(response);
    return { status: response.status, headers: response.headers, text };
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(
      'no_answer',
      `${new URL(url).origin} gave no answer: ${causeOf(error, timeout_ms)}.`,
      [
        'Check that the panel runs and that its address is right: assistant-switch doctor',
        ...(isUntrusted(codeOf(error)) ? [OWN_CERTIFICATES] : []),
      ],
      EXIT.no_answer,
    );
  }
}

async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.byteLength;
    if (length > LARGEST_ANSWER_BYTES) throw new Failure('unexpected_answer', 'The answer is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

const CAUSES: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name cannot be looked up',
  ECONNRESET: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke',
  ETIMEDOUT: 'it cannot be reached',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
};

function codeOf(error: unknown): string {
  return (error as { cause?: { code?: string } }).cause?.code ?? '';
}

function causeOf(error: unknown, timeoutMs: number): string {
  if ((error as { name?: string }).name === 'TimeoutError')
    return `it took longer than ${timeoutMs / 1_000} s`;
  const code = codeOf(error);
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|RECORD_LAYER/.test(code)) {
    return 'it speaks plain http there, not https';
  }
  if (isUntrusted(code)) return `its certificate is not trusted (${code})`;
  return CAUSES[code] ?? `the connection failed${code === '' ? '' : ` (${code})`}`;
}
