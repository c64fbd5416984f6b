import { Injectable } from '@nestjs/common';
import type { MessageRole, SessionPlaceDto } from '@groupless/shared-dto';
import { MemoryStatements } from '../../../database/database.module';
import { unnestParameters } from '../../../database/statements/unnest-parameters';
import { LOCK_CHAT } from '../lock-chat';

/** A turn of a chat about a project. */
export interface NewTurn {
  external_id: string;
  role: MessageRole;
  text: string;
  timestamp: Date;
}

/** The key that stores turns, and the user for whom it stores; null: the team. */
export interface TurnSource {
  id: string | null;
  owner: string | null;
}

/** Several messages of one chat in their order, without those whose sender's id is known of the same owner. */
const STORE_OF_PROJECT = {
  name: 'store_messages_of_project',
  text: `
    with chat as (
      ${LOCK_CHAT}
      returning chat_id
    )
    insert into chat_history (chat_id, external_id, role, message, timestamp, session_id, branch, head, machine, key_id, owner_id)
    select chat_id, sent_external_id, sent_role, sent_text, sent_at, $6, $7, $8, $9, $10, $11
    from chat cross join ${unnestParameters(['text', 'text', 'text', 'timestamptz'], 2)} with ordinality
      as sent (sent_external_id, sent_role, sent_text, sent_at, place)
    order by place
    on conflict (chat_id, external_id, coalesce(owner_id, '')) where external_id is not null do nothing
    returning id`,
};

/** Stores what was said in chats about projects. */
@Injectable()
export class TurnWritesRepository {
  constructor(private readonly memory: MemoryStatements) {}

  /** @returns the number of new messages */
  async store(
    chat_id: string,
    messages: readonly NewTurn[],
    { session_id, branch, head, machine }: SessionPlaceDto,
    { id, owner }: TurnSource,
  ): Promise<number> {
    const stored = await this.memory.run(STORE_OF_PROJECT, [
      chat_id,
      messages.map(({ external_id }) => external_id),
      messages.map(({ role }) => role),
      messages.map(({ text }) => text),
      messages.map(({ timestamp }) => timestamp.toISOString()),
      session_id ?? null,
      branch ?? null,
      head ?? null,
      machine ?? null,
      id,
      owner,
    ]);
    return stored.length;
  }
}
