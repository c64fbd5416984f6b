import { Inject, Injectable } from '@nestjs/common';
import { lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { isPrivateHost, PrivateAddressError, publicLookup } from './private-addresses';

/** From the look-up of the name to the end of the answer. */
const TIME_LIMIT_MS = 10_000;
/** What an answer says beyond its status does not matter; more than this is not read. */
const MOST_ANSWER_BYTES = 64 * 1_024;

export interface Message {
  url: string;
  secret: string;
  /** The same at each attempt. */
  webhook_id: string;
  sent_at: Date;
  body: string;
}

/** Sends messages by the Standard Webhooks specification, each on a connection of its own. */
@Injectable()
export class HookSender {
  /** Tests look names up themselves. */
  lookup: LookupFunction = lookup;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /**
   * Waits for the end of the answer, so that a receiver which never ends it cannot hold more connections than there are
   * deliveries at a time.
   * @returns the status of the answer; a redirect is not followed
   * @throws an error that says why there was no answer
   */
  async send({ url, secret, webhook_id, sent_at, body }: Message): Promise<number> {
    const { protocol, hostname } = new URL(url);
    const mayBePrivate = this.settings.outbound_private;
    if (!mayBePrivate && isPrivateHost(hostname)) throw new PrivateAddressError();
    const request = protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const timeLimit = AbortSignal.timeout(TIME_LIMIT_MS);
      const sent = request(url, {
        method: 'POST',
        agent: false,
        signal: timeLimit,
        lookup: mayBePrivate ? this.lookup : publicLookup(this.lookup),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Groupless-Webhooks',
          'webhook-id': webhook_id,
          'webhook-timestamp': String(Math.floor(sent_at.getTime() / 1_000)),
          'webhook-signature': new Webhook(secret).sign(webhook_id, sent_at, body),
        },
      });
      let isAnswered = false;
      sent.on('error', (error) => {
        if (!isAnswered) reject(timeLimit.aborted ? new Error('No answer within 10 s.') : error);
      });
      sent.on('response', (answer) => {
        isAnswered = true;
        answer.on('close', () => resolve(answer.statusCode ?? 0));
        readToTheEnd(answer);
      });
      sent.end(body);
    });
  }
}

/** Lets the receiver finish its answer, as long as that is short. */
function readToTheEnd(answer: IncomingMessage): void {
  let bytes = 0;
  answer.on('error', () => undefined);
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_ANSWER_BYTES) answer.destroy();
  });
}
