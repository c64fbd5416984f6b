import { Injectable } from '@nestjs/common';
import { MAIL_WORDS, type AttentionDto, type AttentionKind } from '@groupless/shared-dto';
import { RESTORE_TRIAL } from '../backup/scheduled-backup.service';
import { ConversationCountsService } from '../conversations/counts/conversation-counts.service';
import { PanelStatements } from '../database/database.module';
import { MAILED_TO } from '../shared/mailed-to';

interface Found {
  kind: AttentionKind;
  /** Whether people who are no admins may know of it. */
  is_of_desk: boolean;
  count: number;
  since: Date;
  /** Of the client of the newest mail, or of the conversation of the oldest reminder; null of anything else. */
  id: string | null;
  /** What the newest failure said; null: nothing is known of it. */
  reason: string | null;
}

/** Nobody misses a mail to a client of what is past, is not to be told, or was told by another mail. */
const IS_MISSED = `case when m.client_id is null then true
  when m.about like 'ended:%' then to_timestamp(split_part(m.about, ':', 3)::bigint) > $1
  else exists (select from told_appointments as t where t.client_id = m.client_id and t.mail_id = m.id and t.starts_at > $1
    and t.waived is null) end`;

/**
 * A restore counts from its first failure, not when its retries have failed too; one whose process ended has said nothing of itself.
 * A mail that waits for so long is delayed. One to an address that is nobody's any more is repaired, but for an end, which goes
 * where earlier mails went; and nobody misses a notice to the team that is over.
 */
const FOUND = {
  name: 'attention',
  text: `
  select * from (
    select 'mail_failed' as kind, client_id is not null as is_of_desk, count(*)::int as count, min(created_at) as since,
      (array_agg(client_id order by created_at desc))[1] as id,
      (array_agg(last_response order by created_at desc) filter (where last_response is not null))[1] as reason
    from mails as m where kind <> 'team' and ${IS_MISSED} and (kind in ('cancelled', 'declined')
      or exists (select from clients as c left join appointments as a on a.id = m.appointment_id
        where c.id = m.client_id and lower(${MAILED_TO}) = lower(m.recipient))
      or client_id is null and exists (select from users as u where lower(u.email) = lower(m.recipient)))
    and (status = 'failed' and created_at > $1::timestamptz - interval '3 days' and last_response is distinct from $2
      or status = 'waiting' and coalesce(waiting_since, created_at) < $1::timestamptz - interval '15 minutes')
    group by 2
    union all
    select 'calendar_unreadable', false, count(*)::int, min(coalesce(last_read_at, created_at)), null,
      (array_agg(last_error order by name))[1]
    from busy_calendars where last_error is not null
    union all
    select 'webhook_failing', false, count(*)::int, min(coalesce(failing_since, switched_off_at)), null, null
    from hooks where active and failing_since < $1::timestamptz - interval '10 minutes' or switched_off_at is not null
    union all
    select 'bookings_wait', true, count(*)::int, min(created_at), null, null
    from appointments where status = 'pending' and starts_at > $1 and starts_at <= $1::timestamptz + interval '36 hours'
    union all
    select 'clients_wait', true, count(*)::int, min(waiting_since), null, null
    from conversations where coalesce(waiting_since, 'infinity') < 'infinity'
    union all
    select 'restore_failed', false, 1, at, null, reason from (
      select state, coalesce(completed_on, started_on) as at, output ->> 'message' as reason from jobs.job
      where name = $3 and (state in ('completed', 'failed') and completed_on is not null
        or state in ('retry', 'active') and output ->> 'message' is not null)
      order by at desc limit 1
    ) as last_trial where state <> 'completed'
  ) as found where count > 0`,
};

const LINKS: Record<Exclude<AttentionKind, 'reminder_undelivered'>, string> = {
  mail_failed: '/settings/mail?status=failed,waiting#mail-log',
  calendar_unreadable: '/settings/calendars',
  webhook_failing: '/settings/hooks',
  bookings_wait: '/appointments?view=list&period=all&status=pending&sort=starts_at',
  restore_failed: '/settings/jobs',
  clients_wait: '/conversations?sort=waiting',
};

/** What fails in the background, and what waits too long. */
@Injectable()
export class AttentionService {
  constructor(
    private readonly panel: PanelStatements,
    private readonly conversations: ConversationCountsService,
  ) {}

  async findAll(now: Date): Promise<Found[]> {
    return (await Promise.all([this.find(now), this.findUnreached(now)])).flat();
  }

  /** Chats whose reminders no agent brings, in the memory's database. */
  async findUnreached(now: Date): Promise<Found[]> {
    const chats = await this.conversations.listUnreached(now);
    const [oldest] = chats;
    if (oldest === undefined) return [];
    const since = new Date(oldest.since);
    const count = chats.length;
    return [
      {
        kind: 'reminder_undelivered',
        is_of_desk: true,
        count,
        since,
        id: oldest.conversation_id,
        reason: null,
      },
    ];
  }

  /** All that the panel's database knows of. */
  find(now: Date): Promise<Found[]> {
    return this.panel.read<Found>(FOUND, [now, MAIL_WORDS.outdated, RESTORE_TRIAL]);
  }
}

/** Where it is repaired only admins may look; others find the client who does not get the mail. */
export function attentionFor(found: readonly Found[], isAdmin: boolean): AttentionDto[] {
  const shown = found.filter(({ is_of_desk }) => isAdmin || is_of_desk);
  return [...Map.groupBy(shown, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    kind,
    count: ofKind.reduce((sum, { count }) => sum + count, 0),
    since: new Date(Math.min(...ofKind.map(({ since }) => since.getTime()))).toISOString(),
    link: linkTo(kind, ofKind[0]?.id ?? '', isAdmin),
    reason: ofKind.find(({ reason }) => reason !== null)?.reason ?? null,
  }));
}

function linkTo(kind: AttentionKind, id: string, isAdmin: boolean): string {
  if (kind === 'reminder_undelivered') return `/conversations/${id}`;
  return kind === 'mail_failed' && !isAdmin ? `/clients/${id}` : LINKS[kind];
}
