import { Injectable } from '@nestjs/common';
import { PanelStatements } from '../../database/database.module';
import { unreadIds } from '../reads/own-unread';

/** How many wait for a person, and since when. */
export interface WaitingCount {
  waiting: number;
  waiting_since: Date | null;
}

export interface ConversationCounts extends WaitingCount {
  open: number;
  needs_human: number;
  unread: number;
  agent_last_seen_at: Date | null;
}

/** By the index of those that wait. */
const WAITING = `
      (select count(*)::int from conversations where coalesce(waiting_since, 'infinity') < 'infinity') as waiting,
      (select min(waiting_since) from conversations where coalesce(waiting_since, 'infinity') < 'infinity') as waiting_since`;

/**
 * Pings store their time once a second, for all chats together. Newer times are looked up where pings are most
 * frequent: in the newest chats and in those that a person answers.
 */
const COUNTS = {
  name: 'conversation_counts',
  text: `
    select
      (select coalesce(sum(count), 0)::int from row_counts where name = 'open_conversations') as open,
      (select count(*)::int from conversations where status = 'needs_human') as needs_human,
      (select count(*)::int from conversations where unread_count > 0) as unread,${WAITING},
      (select max(seen_at) from (
         select last_seen_at as seen_at from agent_sightings
         union all
         (select agent_last_seen_at from conversations
          order by coalesce(last_message_at, created_at) desc, id desc limit 500)
         union all
         (select agent_last_seen_at from conversations where status = 'human'
          order by coalesce(last_message_at, created_at) desc, id desc limit 500)
       ) as seen) as agent_last_seen_at`,
};

/** The conversations that a user has not read. */
const UNREAD = {
  name: 'conversations_unread_by_user',
  text: `select count(*)::int as unread from (${unreadIds('$1::uuid')}) as unread`,
};

/** Counting stops here, as in the lists. */
const COUNTED = 10_000;

/** Each part is read once, by an index of its own, up to the limit: `union` compares all rows it gets. */
const attention = (name: string, unread: string, mine: string) => ({
  name,
  text: `
    with
      needing as materialized (select id from conversations where status = 'needs_human' limit ${COUNTED}),
      unread as materialized (select id from (${unread}) as unread limit ${COUNTED})
    select
      (select count(*)::int from needing) as needs_human,
      (select count(*)::int from unread) as unread,
      ${mine} as mine,
      (select count(*)::int from (table needing union table unread limit ${COUNTED}) as counted) as attention,${WAITING}`,
});
const ATTENTION = attention(
  'conversations_to_look_at',
  'select id from conversations where unread_count > 0',
  '0',
);
const ATTENTION_OF_USER = attention(
  'conversations_to_look_at_by_user',
  unreadIds('$1::uuid'),
  `(select count(*)::int from (
         select from conversations where assigned_to = $1::uuid and status <> 'closed' limit ${COUNTED}
       ) as mine)`,
);

/** What somebody should look at: all of it, and by why. */
export interface AttentionCount extends WaitingCount {
  attention: number;
  needs_human: number;
  unread: number;
  mine: number;
}

@Injectable()
export class ConversationCountsRepository {
  constructor(private readonly panel: PanelStatements) {}

  count(): Promise<ConversationCounts> {
    return this.panel.readOne(COUNTS, []);
  }

  async countUnread(user_id: string): Promise<number> {
    return (await this.panel.readOne<{ unread: number }>(UNREAD, [user_id])).unread;
  }

  /** @param reader the user whose marks say what is unread; null: what the team has not read */
  countAttention(reader: string | null): Promise<AttentionCount> {
    return reader === null
      ? this.panel.readOne(ATTENTION, [])
      : this.panel.readOne(ATTENTION_OF_USER, [reader]);
  }
}
