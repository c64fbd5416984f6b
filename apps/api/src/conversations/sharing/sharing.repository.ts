import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ConversationSharing } from '@groupless/shared-dto';
import { DataSource } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import type { Transaction } from '../../database/transaction';
import { EventsService } from '../../events/events.service';
import { addEvents } from '../thread-events/conversation-events.repository';

/** Locked by one process at a time, so that the next one knows who was last. */
const SETTINGS = 'select assign, away_after_minutes from conversation_settings for no key update';

/** The longest wait first. What somebody changes just now is left for the next look. */
const NOBODYS = `
  select id from conversations where status = 'needs_human' and assigned_to is null
  order by waiting_since, id limit 1 for update skip locked`;

/**
 * Who is there: logged in, not said to be away, and, where that is wanted, has touched the panel since $2. Of these who has the
 * fewest conversations ($3), or has waited longest for one.
 */
const NEXT = `
  select id, name from users
  where is_active and role <> 'viewer' and not is_away and ($2::timestamptz is null or active_at >= $2)
    and exists (select from auth_sessions where user_id = users.id and ends_at > $1)
  order by case when $3 then (
      select count(*) from conversations where assigned_to = users.id and status in ('needs_human', 'human')) end,
    given_at nulls first, id
  limit 1 for no key update`;

const GIVE = 'update conversations set assigned_to = $2, assigned_at = $3, updated_at = $3 where id = $1';
/** Each turn is later than the one before, also within a moment. */
const NOTE_TURN = `
  update users set given_at = greatest($2::timestamptz, (select max(given_at) + interval '1 millisecond' from users)) where id = $1`;

interface Sharing {
  assign: ConversationSharing;
  away_after_minutes: number | null;
}

/** Gives conversations that need a person to who is there. */
@Injectable()
export class SharingRepository {
  constructor(
    @InjectDataSource() private readonly panel: DataSource,
    private readonly events: EventsService,
  ) {}

  /** @returns whether one was given */
  giveNext(now: Date, auditOf: (conversation_id: string, user_id: string) => AuditEvent): Promise<boolean> {
    return this.panel.transaction(async (transaction) => {
      const [{ assign, away_after_minutes }] = await transaction.query<[Sharing]>(SETTINGS);
      if (assign === 'none') return false;
      const [conversation] = await transaction.query<{ id: string }[]>(NOBODYS);
      if (conversation === undefined) return false;
      const since =
        away_after_minutes === null ? null : new Date(now.getTime() - away_after_minutes * 60_000);
      const [next] = await transaction.query<{ id: string; name: string }[]>(NEXT, [
        now,
        since,
        assign === 'free',
      ]);
      if (next === undefined) return false;
      await this.give(transaction, conversation.id, next, now);
      await transaction.insert(AuditEvent, auditOf(conversation.id, next.id));
      return true;
    });
  }

  private async give(
    transaction: Transaction,
    id: string,
    { id: user_id, name }: { id: string; name: string },
    now: Date,
  ): Promise<void> {
    await transaction.query(GIVE, [id, user_id, now]);
    await transaction.query(NOTE_TURN, [user_id, now]);
    await addEvents(transaction, [id], now, {
      kind: 'assigned',
      details: { name, before_name: null },
      by: null,
    });
    await this.events.announceIn(transaction, ['conversation.updated'], id);
  }
}
