import { Injectable } from '@nestjs/common';
import type { ConversationStatus } from '@groupless/shared-dto';
import { PanelStatements } from '../../database/database.module';
import { AGENT_AWAY_MINUTES } from '../agent-absence/agent-away-minutes';
import { breaks } from '../../database/violations';
import type { CatchUp } from '../../memory/chats/chat-messages.service';

/** A conversation before a ping. */
export interface PingedConversation {
  id: string;
  status: ConversationStatus;
  takeovers: number;
  received_to: number;
  /** The last erasure that it follows. */
  erased_to: number;
  contact_phone: string | null;
  /** The time of the last ping. */
  agent_last_seen_at: Date | null;
  /** Messages that the agent sent before this are stored, however late they are reported. */
  taken_over_at: Date | null;
  /** Whether it is linked to a client, or unlinked on purpose. */
  is_link_settled: boolean;
  /** Everything that people see, except the time of the ping. */
  shown: string;
}

/** The changes of a ping; null leaves a field unchanged. */
export interface PingChange {
  /** The id of the conversation that is created if there is none. */
  id: string;
  chat_id: string;
  channel: string | null;
  contact_name: string | null;
  contact_phone: string | null;
  /** Links the only client with this number; null: links none. */
  phone_to_link: string | null;
  needs_human: boolean;
  /** Whether the agent may answer; if not, a customer's message needs a human. */
  is_agent_enabled: boolean;
  /** Whether the ping has a message of the agent. */
  has_answer: boolean;
  /** Whether the conversation is new; then a client who booked in the chat is linked. */
  is_first: boolean;
  now: Date;
}

export interface ChangedConversation {
  id: string;
  created: boolean;
  status: ConversationStatus;
  client_id: string | null;
  shown: string;
}

const SHOWN = `
  (select row_to_json(seen)::text from (
     select known.channel, known.contact_name, known.contact_phone, known.client_id, known.status, known.unread_count,
       known.last_message_id, known.waiting_since
   ) as seen) as shown`;

const FIND = {
  name: 'find_pinged_conversation',
  text: `
    select id, status, takeovers, taken_over_at, received_to, erased_to::float8 as erased_to, contact_phone, agent_last_seen_at,
           is_client_chosen or client_id is not null as is_link_settled, ${SHOWN}
    from conversations as known where chat_id = $1`,
};

/** The number of received messages that are not counted yet. */
const NEW = '(select count(*) from unnest($9::bigint[]) as received (id) where id > known.received_to)';

/** As many are kept: of more, nobody counts what is unread. */
const MOST_RECEIVED = 100;

/** The last of some ids, in their order. */
const lastOf = (ids: string) => `
  (select coalesce(array_agg(id order by id), '{}') from (
     select id from unnest(${ids}) as received (id) order by id desc limit ${MOST_RECEIVED}) as newest)`;

/** Whether the newest message of the chat is newer than the stored one. A stored one without an id is always older. */
const NEWER = `(excluded.last_message_at, excluded.last_message_id)
  > (case when known.last_message_id is null then '-infinity' else known.last_message_at end,
     coalesce(known.last_message_id, 0))`;

const newest = (column: string) => `case when ${NEWER} then excluded.${column} else known.${column} end`;

/** After this time without a ping, an unanswered customer gets a person. */
const UNSEEN = `coalesce((select last_seen_at from agent_sightings), $14) <= $14::timestamptz - interval '${AGENT_AWAY_MINUTES} minutes'`;

/** Whether there is a customer's message that the agent does not answer. */
const UNANSWERED = `(${NEW} > 0 and known.status in ('open', 'closed')
  and (not $15 or known.status = 'open' and known.last_message_role is not distinct from 'user' and ${UNSEEN}))`;

const UNANSWERED_AT_FIRST = '(not $15 and cardinality($9::bigint[]) > 0)';

const STATUS_AFTER = `
    case when known.status = 'human' then 'human'
         when $7 or ${UNANSWERED} then 'needs_human'
         when known.status = 'closed' and ${NEW} > 0 or known.is_agent_away and $16 then 'open'
         else known.status end`;

/**
 * Whether the newest message answers the customer: one of a person, or of the agent while it is the one to answer. A reminder
 * ($20) does not, nor does what was written before a message of the customer arrived.
 */
const ANSWERED = `(${NEWER} and not $20::boolean and excluded.last_message_id > greatest(known.received_to, excluded.received_to)
  and (excluded.last_message_role = 'operator' or ${STATUS_AFTER} = 'open'))`;

/** The shown columns, with their values after a ping. */
const SHOWN_AFTER = {
  channel: 'coalesce($3, known.channel)',
  contact_name: 'coalesce($4, known.contact_name)',
  contact_phone: 'coalesce($5, known.contact_phone)',
  client_id: `
    case when known.is_client_chosen then known.client_id else coalesce(known.client_id, excluded.client_id) end`,
  status: STATUS_AFTER,
  unread_count: `known.unread_count + ${NEW}`,
  last_message_id: newest('last_message_id'),
  last_message_at: newest('last_message_at'),
  last_message_role: newest('last_message_role'),
  last_message_reported_by: newest('last_message_reported_by'),
  last_message_preview: newest('last_message_preview'),
  // A message that came late is heard now.
  unanswered_since: `
    case when ${ANSWERED} then null
         when ${NEW} > 0 then coalesce(known.unanswered_since,
           case when excluded.last_message_role = 'user' then excluded.last_message_at else $14::timestamptz end)
         else known.unanswered_since end`,
};

/** Whether a ping changes a shown column. */
const CHANGES = `(${Object.values(SHOWN_AFTER).join(', ')})
  is distinct from (${Object.keys(SHOWN_AFTER)
    .map((column) => `known.${column}`)
    .join(', ')})`;

/**
 * Stores the time of the agent's last ping, at most once a second. A ping that finds the row locked skips it, so pings
 * of different chats do not wait for each other.
 */
const NOTE_SIGHTING = `
  update agent_sightings set last_seen_at = $14
  where is_only_row in (
    select is_only_row from agent_sightings
    where coalesce(last_seen_at, '-infinity') <= $14::timestamptz - interval '1 second'
    for no key update skip locked)`;

/** The conversation as the ping alone would make it. */
const SENT = {
  id: '$1::uuid',
  chat_id: '$2::text',
  channel: `coalesce($3::text, 'chat')`,
  contact_name: '$4::text',
  contact_phone: '$5::text',
  client_id: `
    coalesce(
      case when $6::text is not null then client_of_phone($6, $4) end,
      case when $17::boolean then (select client_id from appointments where chat_id = $2 order by starts_at, id limit 1) end)`,
  status: `case when $7::boolean or ${UNANSWERED_AT_FIRST} then 'needs_human' else 'open' end`,
  takeovers: '$8::int',
  unread_count: 'cardinality($9::bigint[])',
  received_ids: lastOf('$9::bigint[]'),
  received_to: 'coalesce(($9::bigint[])[cardinality($9::bigint[])], 0)',
  last_message_id: '$10::bigint',
  last_message_at: '$11::timestamptz(3)',
  last_message_role: '$12::text',
  last_message_preview: '$13::text',
  last_message_reported_by: '$18::text',
  agent_last_seen_at: '$14::timestamptz(3)',
  created_at: '$14::timestamptz(3)',
  updated_at: '$14::timestamptz(3)',
  is_agent_away: `not $7 and ${UNANSWERED_AT_FIRST}`,
  erased_to: '$19::bigint',
  unanswered_since: `case when $12 = 'user' then $11::timestamptz(3) end`,
};

const WITH_SENT = `
  with sighting as (${NOTE_SIGHTING}), sent as (
    select ${Object.entries(SENT)
      .map(([column, value]) => `${value} as ${column}`)
      .join(', ')}
  )`;

/**
 * All changes only move forward and are idempotent: pings of a chat can arrive in any order, and each completes what an
 * earlier one left undone. Where messages were erased since the chat was read ($19), nothing is changed.
 */
const MOVE_FORWARD = `
  set ${Object.entries(SHOWN_AFTER)
    .map(([column, after]) => `${column} = ${after}`)
    .join(', ')},
    received_ids = case when ${NEW} = 0 then known.received_ids else ${lastOf(
      'known.received_ids || array(select id from unnest($9::bigint[]) as received (id) where id > known.received_to)',
    )} end,
    received_to = greatest(known.received_to, excluded.received_to),
    agent_last_seen_at = greatest(known.agent_last_seen_at, $14),
    is_agent_away = not $7 and known.status <> 'human' and (${UNANSWERED} or known.is_agent_away and not $16),
    updated_at = case when ${CHANGES} then $14 else known.updated_at end`;

const CREATE = {
  name: 'create_pinged_conversation',
  text: `
    ${WITH_SENT}
    insert into conversations as known (${Object.keys(SENT).join(', ')}) select * from sent
    on conflict (chat_id) do update ${MOVE_FORWARD} where $19 >= known.erased_to
    returning id, xmax = 0 as created, status, client_id, ${SHOWN}`,
};

/** Makes none: a conversation that is gone since the ping found it was erased, and so is what the ping has written. */
const CHANGE = {
  name: 'change_pinged_conversation',
  text: `
    ${WITH_SENT}
    update conversations as known ${MOVE_FORWARD} from sent as excluded
    where known.chat_id = excluded.chat_id and $19 >= known.erased_to
    returning known.id, false as created, known.status, known.client_id, ${SHOWN}`,
};

const SETTLE_TAKEOVERS = {
  name: 'settle_takeovers',
  text: `update conversations set takeovers = $2 where chat_id = $1 and status <> 'human' and takeovers < $2`,
};

@Injectable()
export class PingsRepository {
  constructor(private readonly panel: PanelStatements) {}

  async findByChat(chat_id: string): Promise<PingedConversation | null> {
    const [found] = await this.panel.run<PingedConversation & { received_to: string }>(FIND, [chat_id]);
    return found === undefined ? null : { ...found, received_to: Number(found.received_to) };
  }

  /**
   * Creates the conversation of a first ping, or updates it.
   * @returns null if messages of the chat were erased since it was read, or the conversation was
   */
  async change(
    {
      id,
      chat_id,
      channel,
      contact_name,
      contact_phone,
      phone_to_link,
      needs_human,
      now,
      ...ping
    }: PingChange,
    { takeovers, erased_to, received, newest: last }: CatchUp,
  ): Promise<ChangedConversation | null> {
    const valuesWith = (phone: string | null) => [
      id,
      chat_id,
      channel,
      contact_name,
      contact_phone,
      phone,
      needs_human,
      takeovers,
      received,
      last?.id ?? null,
      last?.timestamp ?? null,
      last?.role ?? null,
      last?.preview ?? null,
      now,
      ping.is_agent_enabled,
      ping.has_answer,
      ping.is_first,
      last?.reported_by ?? null,
      erased_to,
      last?.is_reminder ?? false,
    ];
    const change = (phone: string | null) =>
      this.panel.run<ChangedConversation>(ping.is_first ? CREATE : CHANGE, valuesWith(phone));
    const [changed] = await change(phone_to_link).catch((error: unknown) => {
      // The client was removed meanwhile.
      if (!breaks(error, 'conversations_client')) throw error;
      return change(null);
    });
    return changed ?? null;
  }

  /**
   * Discards take-overs up to this number that were begun and not completed. It waits for one that is being completed,
   * which stays.
   */
  async settleTakeovers(chat_id: string, takeovers: number): Promise<void> {
    await this.panel.run(SETTLE_TAKEOVERS, [chat_id, takeovers]);
  }
}
