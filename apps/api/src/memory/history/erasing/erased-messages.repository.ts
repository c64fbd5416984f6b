import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MEMORY } from '../../../database/memory.data-source';
import { PROJECT_CHATS } from '../../readers/reader';

/** A message, all of a chat, or the turns of an assistant's session. */
export type ErasedMessages = { id: number } | { chat_id: string } | { session: number };

const OF_SESSION = `
  with told as (
    select session_id, key_id, owner_id from assistant_sessions where id = $1
    union
    select before ->> 'session_id', before ->> 'key_id', before ->> 'owner_id' from memory_versions
    where kind = 'session' and row_id = $1 and before is not null
  )
  delete from chat_history as said using told
  where said.session_id = told.session_id and starts_with(said.chat_id, '${PROJECT_CHATS}')
    and (said.key_id is not distinct from told.key_id or said.owner_id = told.owner_id)
  returning said.id`;

/** The chat's own row is deleted too; of a conversation it has the number of take-overs, which stays. */
const FORGET_CHAT = `delete from chats where chat_id = $1 and starts_with(chat_id, '${PROJECT_CHATS}')`;

/** Deletes messages, which have no versions. */
@Injectable()
export class ErasedMessagesRepository {
  constructor(@InjectDataSource(MEMORY) private readonly dataSource: DataSource) {}

  /** @returns their ids */
  remove(which: ErasedMessages): Promise<number[]> {
    return this.dataSource.transaction(async (transaction) => {
      const [statement, value] = statementOf(which);
      const [rows] = await transaction.query<[{ id: string }[], number]>(statement, [value]);
      if ('chat_id' in which) await transaction.query(FORGET_CHAT, [which.chat_id]);
      return rows.map(({ id }) => Number(id));
    });
  }
}

function statementOf(which: ErasedMessages): [string, number | string] {
  if ('session' in which) return [OF_SESSION, which.session];
  if ('chat_id' in which) return ['delete from chat_history where chat_id = $1 returning id', which.chat_id];
  return ['delete from chat_history where id = $1 returning id', which.id];
}
