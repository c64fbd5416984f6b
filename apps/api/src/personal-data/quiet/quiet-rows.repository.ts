import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { upTo } from '../../database/statements/count-before';
import type { RetentionCount } from '../../shared/retention';
import { CHAT_IS_QUIET, CLIENT_IS_QUIET } from './quiet';

/** Looked at by a statement. */
const PART = 2_000;
/** Looked at by a preview. */
const MOST_LOOKED_AT = 100_000;

/** Each part begins after the previous one, so that those with a sign are looked at once. */
const LIST_CLIENTS = `
  with part as materialized (
    select * from clients where updated_at < $1 and (updated_at, id) > ($2, $3) order by updated_at, id limit ${PART}
  )
  select max(updated_at)::text as at, (array_agg(id order by updated_at desc, id desc))[1]::text as id,
    count(*)::int as looked_at,
    coalesce(array_agg(id order by updated_at, id) filter (where ${CLIENT_IS_QUIET}), '{}')::text[] as ids
  from part as client`;

const LIST_CHATS = `
  with part as materialized (
    select *, coalesce(last_message_at, created_at) as at from conversations
    where coalesce(last_message_at, created_at) < $1 and (coalesce(last_message_at, created_at), id) > ($2, $3)
    order by coalesce(last_message_at, created_at), id limit ${PART}
  )
  select max(at)::text as at, (array_agg(id order by at desc, id desc))[1]::text as id, count(*)::int as looked_at,
    coalesce(array_agg(id order by at, id) filter (where ${CHAT_IS_QUIET}), '{}')::text[] as ids
  from part as chat`;

const STATEMENTS = { clients: LIST_CLIENTS, conversations: LIST_CHATS };
export type QuietRows = keyof typeof STATEMENTS;

interface Part {
  at: string;
  id: string;
  looked_at: number;
  ids: string[];
}

/** Clients and conversations of which there was no sign since a time. */
@Injectable()
export class QuietRowsRepository {
  constructor(@InjectDataSource() private readonly panel: DataSource) {}

  /** The ids, some at a time. */
  async *list(which: QuietRows, before: Date): AsyncGenerator<string[]> {
    for await (const { ids } of this.parts(which, before)) if (ids.length > 0) yield ids;
  }

  async count(which: QuietRows, before: Date, most: number): Promise<RetentionCount> {
    let [count, lookedAt] = [0, 0];
    for await (const { ids, looked_at } of this.parts(which, before)) {
      count += ids.length;
      lookedAt += looked_at;
      if (count > most) break;
      if (lookedAt >= MOST_LOOKED_AT) return { count, isExact: false };
    }
    return upTo(most, count);
  }

  private async *parts(which: QuietRows, before: Date): AsyncGenerator<Part> {
    const first = '00000000-0000-0000-0000-000000000000';
    let part: Part = { at: '-infinity', id: first, looked_at: PART, ids: [] };
    while (part.looked_at === PART) {
      [part] = await this.panel.query<[Part]>(STATEMENTS[which], [before, part.at, part.id]);
      yield part;
    }
  }
}
