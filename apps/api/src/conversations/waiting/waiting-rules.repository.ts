import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ConversationStatus, EventType, WaitingLimit } from '@groupless/shared-dto';
import { DataSource } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import type { Transaction } from '../../database/transaction';
import { EventsService } from '../../events/events.service';
import { addEvents } from '../thread-events/conversation-events.repository';

/** A conversation to which a rule applies. */
export interface Due {
  id: string;
  status: ConversationStatus;
}

/** As many as one transaction changes. */
const AT_ONCE = 200;

/** By the index of those that wait. */
const WAITS = `coalesce(waiting_since, 'infinity') <= $1`;

/** One person is told, or all who want to know. */
const REMIND = `
  with due as materialized (
    select id from conversations
    where ${WAITS} and case when $2 = 'team' then waiting_limit is distinct from 'team'
      else waiting_limit is null and assigned_to is not null and greatest(waiting_since, assigned_at) <= $1 end
    order by id for update limit ${AT_ONCE}
  ), told as (
    update conversations set waiting_limit = $2 from due where conversations.id = due.id
    returning conversations.id, assigned_to
  )
  select id, note_for_team('client_waits', id, case when $2 = 'assigned' then assigned_to end) from told`;

/** Who has just taken it over, or got it, has as much time as anybody. */
const DUE_BACK = `
  select id, status from conversations
  where ${WAITS} and greatest(waiting_since, taken_over_at, assigned_at, handed_back_at) <= $1 and chat_id <> all($2)
    and coalesce(drafting_at, '-infinity') <= $3
  order by id for update limit ${AT_ONCE}`;

const HAND_BACK = `
  update conversations set status = 'open', is_agent_away = false, handed_back_at = $2, updated_at = $2 where id = any($1)`;

/** A change, such as a take-over or a reopening, counts as activity, as a message does. */
const DUE_TO_CLOSE = `
  select id, status from conversations
  where status in ('open', 'needs_human', 'human') and coalesce(last_message_at, created_at) <= $1 and waiting_since is null
    and updated_at <= $1 and coalesce(drafting_at, '-infinity') <= $2
  order by id for update limit ${AT_ONCE}`;

const CLOSE = `
  update conversations set status = 'closed', unread_count = 0, is_agent_away = false, updated_at = $2 where id = any($1)`;

/** What a rule makes of conversations, in one transaction for all that is told of it. */
interface Step {
  due: string;
  change: string;
  line: (due: Due) => { kind: 'handed_back' | 'status_changed'; details: Record<string, string | number> };
  auditOf: (due: Due) => AuditEvent;
}

/** The rules, each claimed in the row of its conversation: of two processes one does it, and a repeat does nothing. */
@Injectable()
export class WaitingRulesRepository {
  constructor(
    @InjectDataSource() private readonly panel: DataSource,
    private readonly events: EventsService,
  ) {}

  /**
   * Notes that a wait has passed a limit, and whom to mail.
   * @param since those that have waited since then, or longer
   * @returns whether there may be more
   */
  remind(since: Date, limit: WaitingLimit): Promise<boolean> {
    return this.panel.transaction(async (transaction) => {
      const told = await transaction.query<{ id: string }[]>(REMIND, [since, limit]);
      for (const { id } of told)
        await this.announce(transaction, ['conversation.waiting', 'conversation.updated'], id);
      return told.length === AT_ONCE;
    });
  }

  /**
   * Hands back to the agent, with a line in the thread.
   * @param kept chats that are left alone
   * @param typed_since who has written at a reply since then goes on
   */
  handBack(
    since: Date,
    now: Date,
    {
      minutes,
      kept,
      typed_since,
      auditOf,
    }: { minutes: number; kept: readonly string[]; typed_since: Date; auditOf: Step['auditOf'] },
  ): Promise<boolean> {
    const line = () => ({ kind: 'handed_back' as const, details: { minutes } });
    return this.take([since, kept, typed_since], now, { due: DUE_BACK, change: HAND_BACK, line, auditOf });
  }

  /**
   * Closes what nobody has written in, or changed, since then. Where somebody waits for a person, it stays.
   * @param typed_since who has written at a reply since then goes on
   */
  close(
    before: Date,
    now: Date,
    { days, typed_since, auditOf }: { days: number; typed_since: Date; auditOf: Step['auditOf'] },
  ): Promise<boolean> {
    const line = ({ status }: Due) => ({
      kind: 'status_changed' as const,
      details: { status: 'closed', before: status, days },
    });
    return this.take([before, typed_since], now, { due: DUE_TO_CLOSE, change: CLOSE, line, auditOf });
  }

  private take(asked: readonly unknown[], now: Date, { due, change, line, auditOf }: Step): Promise<boolean> {
    return this.panel.transaction(async (transaction) => {
      const taken = await transaction.query<Due[]>(due, [...asked]);
      if (taken.length === 0) return false;
      await transaction.query(change, [taken.map(({ id }) => id), now]);
      for (const one of taken) {
        await addEvents(transaction, [one.id], now, { ...line(one), by: null });
        await this.announce(transaction, ['conversation.updated'], one.id);
      }
      await transaction.insert(AuditEvent, taken.map(auditOf));
      return taken.length === AT_ONCE;
    });
  }

  private announce(transaction: Transaction, types: readonly EventType[], id: string): Promise<void> {
    return this.events.announceIn(transaction, types, id);
  }
}
