import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateHost, PrivateAddressError, publicLookup } from '../../shared/outbound/private-addresses';

const TIME_LIMIT_MS = 20_000;
const MOST_BYTES = 10 * 1_024 * 1_024;
const MOST_REDIRECTS = 3;

export interface FetchedCalendar {
  /** Null: it is as it was. */
  text: string | null;
  etag: string | null;
}

interface FetchTerms {
  etag: string | null;
  /** Whether private addresses may be read. */
  mayBePrivate: boolean;
  /** How long all of it may take. */
  limit_ms?: number;
}

/**
 * Reads a calendar's address. Each address that it leads to is checked like the first.
 * @throws Error, in words that can be shown: they hold no part of the address
 */
export async function fetchCalendar(url: string, terms: FetchTerms): Promise<FetchedCalendar> {
  const { limit_ms = TIME_LIMIT_MS } = terms;
  const signal = AbortSignal.timeout(limit_ms);
  let address = new URL(url);
  try {
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const answer = await ask(address, terms, signal);
      const { statusCode: status = 0, headers } = answer;
      if (status === 304) {
        answer.resume();
        return { text: null, etag: terms.etag };
      }
      if (status === 200) return { text: await readAll(answer, signal), etag: headers.etag ?? null };
      answer.destroy();
      if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined)
        throw new Error(`The address answers with status ${status}.`);
      address = new URL(headers.location, address);
    }
    throw new Error('The address leads on too often.');
  } catch (error) {
    throw new Error(signal.aborted ? `No answer within ${limit_ms / 1_000} s.` : inWords(error), {
      cause: error,
    });
  }
}

function ask(url: URL, { etag, mayBePrivate }: FetchTerms, signal: AbortSignal): Promise<IncomingMessage> {
  const isPlain = url.protocol === 'http:';
  if (!isPlain && url.protocol !== 'https:') throw new Error('The address is no web address.');
  if (!mayBePrivate && (isPlain || isPrivateHost(url.hostname))) throw new PrivateAddressError();
  const find = lookup as LookupFunction;
  return new Promise((resolve, reject) => {
    const asked = (isPlain ? httpRequest : httpsRequest)(url, {
      signal,
      agent: false,
      lookup: mayBePrivate ? find : publicLookup(find),
      headers: {
        accept: 'text/calendar',
        'accept-encoding': 'identity',
        'user-agent': 'Groupless-Calendars',
        ...(etag !== null && { 'if-none-match': etag }),
      },
    });
    asked.on('response', resolve);
    asked.on('error', reject);
    asked.end();
  });
}

async function readAll(answer: IncomingMessage, signal: AbortSignal): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error('The calendar is larger than 10 MB.');
    parts.push(part);
  }
  // An answer without a length ends here as well where the time was over.
  signal.throwIfAborted();
  return Buffer.concat(parts).toString('utf8');
}

const KNOWN: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The address is not known.',
  ECONNREFUSED: 'Nobody answers at the address.',
  ECONNRESET: 'The connection broke.',
};

/** Errors of the network may hold the address. */
function inWords(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return message;
  return KNOWN[code] ?? `The address cannot be read (${code}).`;
}
