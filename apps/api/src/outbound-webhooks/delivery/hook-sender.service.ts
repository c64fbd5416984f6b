import { Inject, Injectable } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { OutboundCalls, type ReceivedAnswer } from '../../shared/outbound/outbound-calls.service';

export type { ReceivedAnswer };

export interface Message {
  url: string;
  /** The message is signed with each. For a day after a rotation there are two. */
  secrets: readonly string[];
  /** The same at each retry. */
  webhook_id: string;
  sent_at: Date;
  body: string;
}

/** Sends messages by the Standard Webhooks specification. */
@Injectable()
export class HookSender {
  constructor(
    private readonly calls: OutboundCalls,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'is_demo'>,
  ) {}

  /**
   * @returns the answer; a redirect is not followed
   * @throws Error, why there was no answer
   */
  async send({ url, secrets, webhook_id, sent_at, body }: Message): Promise<ReceivedAnswer> {
    if (this.settings.is_demo) throw new Error('The demo sends no webhooks.');
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Groupless-Webhooks',
      'webhook-id': webhook_id,
      'webhook-timestamp': String(Math.floor(sent_at.getTime() / 1_000)),
      'webhook-signature': secrets.map((one) => new Webhook(one).sign(webhook_id, sent_at, body)).join(' '),
    };
    return this.calls.send({ url, headers, body });
  }
}
