import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Who reported a message and by which channel, so that ids of two senders are two, an edited text is stored beside the one
 * before, and a reply goes back the way on which the customer wrote. The version before works on with the additions.
 */
export class TellMessagesApart1796050000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- sent_by: the id of the key that reported it; sent_id: its own id of the message, of which a long one has several
      -- parts; edited_of: the message whose text this one replaces; request_key: of a reply that may be sent twice.
      alter table chat_history
        add column channel text,
        add column sent_by text,
        add column sent_id text,
        add column part integer not null default 0,
        add column edited_of bigint,
        add column request_key text;
      create unique index chat_history_sent on chat_history (chat_id, sent_id, part, sent_by, md5(message))
        where sent_id is not null;
      create unique index chat_history_request on chat_history (chat_id, request_key) where request_key is not null`);
  }
}
