import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import { lookup } from 'node:dns';
import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { isPrivateHost, PrivateAddressError, publicLookup } from './private-addresses';

/** From the DNS look-up to the end of the answer. */
const TIME_LIMIT_MS = 10_000;
/** The connection is closed after so many bytes of the answer. */
const MOST_ANSWER_BYTES = 64 * 1_024;

export interface ReceivedAnswer {
  status: number;
  /** The beginning of the body. */
  body: string;
}

export interface OutboundMessage {
  url: string;
  headers: OutgoingHttpHeaders;
  body: string | Buffer;
}

/** Closes idle connections sooner than most receivers do. */
const KEEP_ALIVE = { keepAlive: true, timeout: 4_000, maxFreeSockets: 8 };

/** Calls addresses that somebody typed, and no private one unless that is allowed. Connections are kept alive for a few seconds. */
@Injectable()
export class OutboundCalls {
  /** Replaced in tests. */
  lookup: LookupFunction = lookup;
  private readonly agents = { 'http:': new HttpAgent(KEEP_ALIVE), 'https:': new HttpsAgent(KEEP_ALIVE) };

  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'outbound_private'>) {}

  /**
   * Waits for the end of the answer, so that a receiver that never ends it cannot hold more connections than the
   * concurrency limit.
   * @returns the answer; a redirect is not followed
   * @throws Error, why there was no answer
   */
  async send({ url, headers, body }: OutboundMessage): Promise<ReceivedAnswer> {
    const { protocol, hostname } = new URL(url);
    if (!this.settings.outbound_private && isPrivateHost(hostname)) throw new PrivateAddressError();
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    const agent = this.agents[protocol === 'https:' ? 'https:' : 'http:'];
    try {
      return await this.post(url, { headers, signal, agent }, body);
    } catch (error) {
      if (signal.aborted) throw new Error('No answer within 10 s.', { cause: error });
      // The receiver closed an idle connection at the moment of its reuse: retry on a new one.
      if (error instanceof StaleConnectionError)
        return this.post(url, { headers, signal, agent: false }, body);
      throw error;
    }
  }

  /** Addresses are checked when a connection is made, and a kept connection keeps its address. */
  private post(url: string, options: RequestOptions, body: string | Buffer): Promise<ReceivedAnswer> {
    const request = url.startsWith('https:') ? httpsRequest : httpRequest;
    const find = this.settings.outbound_private ? this.lookup : publicLookup(this.lookup);
    return new Promise((resolve, reject) => {
      const sent = request(url, { method: 'POST', lookup: find, ...options });
      let isAnswered = false;
      sent.on('error', (error) => {
        if (!isAnswered) reject(sent.reusedSocket ? new StaleConnectionError(error.message) : error);
      });
      sent.on('response', (answer) => {
        isAnswered = true;
        const beginning = readBounded(answer);
        answer.on('close', () => resolve({ status: answer.statusCode ?? 0, body: textOf(beginning) }));
      });
      sent.end(body);
    });
  }
}

/** A reused connection broke before there was an answer. */
class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError';
}

/**
 * Reads the answer to its end, up to a limit.
 * @returns its first chunks; the list grows while it is read
 */
function readBounded(answer: IncomingMessage): Buffer[] {
  const beginning: Buffer[] = [];
  let bytes = 0;
  answer.on('error', () => undefined);
  answer.on('data', (chunk: Buffer) => {
    if (bytes < LIMITS.hook_response_bytes) beginning.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_ANSWER_BYTES) answer.destroy();
  });
  return beginning;
}

/** Removes NUL and a truncated character, which the database cannot store. */
function textOf(parts: readonly Buffer[]): string {
  const bytes = Buffer.concat(parts).subarray(0, LIMITS.hook_response_bytes);
  return bytes
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/\uFFFD+$/, '');
}
