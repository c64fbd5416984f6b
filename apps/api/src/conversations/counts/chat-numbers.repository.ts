import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ManyNumbersDto } from '@groupless/shared-dto';
import { LessThan, Repository } from 'typeorm';
import { PanelStatements } from '../../database/database.module';
import { Retention } from '../../shared/retention';
import { ChatNumber } from './chat-number.entity';

/** So many different numbers within an hour are no longer those of one customer and the family. */
const MANY = 5;

const OF_DASHBOARD = 5;

const digits = (number: string) => `regexp_replace(${number}, '\\D', '', 'g')`;
const codeOf = (number: string) => `('x' || left(md5(${digits(number)}), 4))::bit(16)::integer`;
const isNumber = (number: string) => `length(${digits(number)}) >= 5`;

const NOTE = {
  name: 'note_numbers_of_chat',
  text: `
    insert into chat_numbers as known (chat_id, code, seen_at)
    select $1, ${codeOf('number')} as code, max(at) from unnest($2::text[], $3::timestamptz[]) as given (number, at)
    where ${isNumber('number')} group by code order by code
    on conflict (chat_id, code) do update set seen_at = greatest(known.seen_at, excluded.seen_at)`,
};

/** Reads what came within the hour alone, however long the tables are. */
const LIST_SHARED = {
  name: 'list_chats_of_many_numbers',
  text: `
    with given as (
      select chat_id, code, seen_at as at from chat_numbers where seen_at > $1::timestamptz - interval '1 hour'
      union all
      select chat_id, ${codeOf('number')}, at from (
        select a.chat_id, coalesce(a.given ->> 'phone', c.phone, c.phone_as_given) as number, a.created_at as at
        from appointments as a join clients as c on c.id = a.client_id
        where a.created_at > $1::timestamptz - interval '1 hour' and a.chat_id is not null
      ) as booked where ${isNumber('number')}
    )
    select conversation.id as conversation_id, coalesce(conversation.name, conversation.chat_id) as name, count(distinct code)::int as numbers, min(at) as since
    from given join conversations as conversation on conversation.chat_id = given.chat_id
    group by conversation.id having count(distinct code) >= ${MANY}
    order by numbers desc, conversation.id limit ${OF_DASHBOARD}`,
};

/** A number that was given in a chat, and when. */
export interface GivenNumber {
  number: string;
  at: Date;
}

/**
 * Finds chats that several customers share: an agent that takes a fixed text as the id of the conversation mixes them up. A chat
 * whose number never changes has no row.
 */
@Injectable()
export class ChatNumbersRepository {
  constructor(
    private readonly panel: PanelStatements,
    @InjectRepository(ChatNumber) private readonly numbers: Repository<ChatNumber>,
  ) {}

  async note(chat_id: string, given: readonly GivenNumber[]): Promise<void> {
    await this.panel.run(NOTE, [
      chat_id,
      given.map(({ number }) => number),
      given.map(({ at }) => at.toISOString()),
    ]);
  }

  /** Those with the most numbers first. */
  async listShared(now: Date): Promise<ManyNumbersDto[]> {
    const rows = await this.panel.run<Omit<ManyNumbersDto, 'since'> & { since: Date }>(LIST_SHARED, [now]);
    return rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() }));
  }

  @Retention({ what: 'numbers of chats', days: 1 })
  async forgetBefore(before: Date): Promise<void> {
    await this.numbers.delete({ seen_at: LessThan(before) });
  }
}
