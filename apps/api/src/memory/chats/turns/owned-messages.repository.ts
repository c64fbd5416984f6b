import { Injectable } from '@nestjs/common';
import { MemoryStatements } from '../../../database/database.module';
import type { JsonText } from '../../../platform/http/json-text';
import { isHeldBack } from '../../fence/quarantine/held-back';
import { isOwnedFor, isTurnFor, PROJECT_CHATS } from '../../readers/reader';
import { CHAT_MESSAGE_JSON } from '../../row-json';

/** Whether the reader $3 reads the turns of others. */
const READS_ALL = isOwnedFor(`'other'`, '$3');
const IS_BEFORE =
  'and (timestamp, id) < (select timestamp, id from chat_history where id = $4 and chat_id = $1)';
const IS_UNHELD = `and not ${isHeldBack("'chat'", 'chat_history.id')}`;

/** The newest messages of a chat of one owner, of the team, or of everybody. An index has them in this order. */
const newest = (whose: string, condition: string, order = 'owner_id, timestamp desc, id desc') => `
  (select id, role, message, timestamp from chat_history
   where chat_id = $1 and starts_with(chat_id, '${PROJECT_CHATS}') and ${whose} ${condition} order by ${order} limit $2)`;

const messages = (condition: string) => `
  select '[' || coalesce(string_agg(${CHAT_MESSAGE_JSON}, ',' order by timestamp, id), '') || ']' as messages
  from (
    select * from (
      ${newest(`${READS_ALL} and ${isTurnFor('chat_history', '$3')}`, condition, 'timestamp desc, id desc')}
      union all ${newest(`not ${READS_ALL} and owner_id is null`, condition)}
      union all ${newest(`not ${READS_ALL} and owner_id = $3`, condition)}
    ) as readable
    order by timestamp desc, id desc limit $2
  ) as newest`;

const NEWEST = { name: 'newest_owned_messages', text: messages('') };
const BEFORE = { name: 'owned_messages_before', text: messages(IS_BEFORE) };
const NEWEST_UNHELD = { name: 'newest_owned_unheld_messages', text: messages(IS_UNHELD) };
const UNHELD_BEFORE = { name: 'owned_unheld_messages_before', text: messages(`${IS_BEFORE} ${IS_UNHELD}`) };

/** Which messages of a chat are read. */
export interface OwnedWindow {
  chat_id: string;
  limit: number;
  /** Those older than this message; null: the newest. */
  before: number | null;
  /** See `Reader`. */
  owner: string;
}

/** Reads the messages of chats about projects, as far as they are for a reader. The turns of others are not looked at. */
@Injectable()
export class OwnedMessagesRepository {
  constructor(private readonly memory: MemoryStatements) {}

  list(window: OwnedWindow): Promise<JsonText> {
    return this.read(window.before === null ? NEWEST : BEFORE, window);
  }

  /** The same without what the quarantine holds. */
  listUnheld(window: OwnedWindow): Promise<JsonText> {
    return this.read(window.before === null ? NEWEST_UNHELD : UNHELD_BEFORE, window);
  }

  private async read(
    statement: { name: string; text: string },
    { chat_id, limit, before, owner }: OwnedWindow,
  ): Promise<JsonText> {
    const values = [chat_id, limit, owner, ...(before === null ? [] : [before])];
    return (await this.memory.one<{ messages: JsonText }>(statement, values)).messages;
  }
}
