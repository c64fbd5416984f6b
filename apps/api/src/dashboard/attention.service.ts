import { Injectable } from '@nestjs/common';
import type { AttentionDto, AttentionKind } from '@groupless/shared-dto';
import { RESTORE_TRIAL } from '../backup/scheduled-backup.service';
import { PanelStatements } from '../database/database.module';
import { MAIL_IS_OUTDATED } from '../mail/public';

interface Found {
  kind: AttentionKind;
  /** Whether people who are no admins may know of it. */
  is_of_desk: boolean;
  count: number;
  since: Date;
  /** Of the newest mail; null of anything else. */
  client_id: string | null;
}

/** A mail that waits for so long is delayed. */
const FOUND = {
  name: 'attention',
  text: `
  select * from (
    select 'mail_failed' as kind, client_id is not null as is_of_desk, count(*)::int as count, min(created_at) as since,
      (array_agg(client_id order by created_at desc))[1] as client_id
    from mails where status = 'failed' and created_at > $1::timestamptz - interval '3 days' and last_response is distinct from $2
      or status = 'waiting' and coalesce(waiting_since, created_at) < $1::timestamptz - interval '15 minutes'
    group by 2
    union all
    select 'calendar_unreadable', false, count(*)::int, min(coalesce(last_read_at, created_at)), null
    from busy_calendars where last_error is not null
    union all
    select 'webhook_failing', false, count(*)::int, min(coalesce(failing_since, switched_off_at)), null
    from hooks where active and failing_since < $1::timestamptz - interval '10 minutes' or switched_off_at is not null
    union all
    select 'bookings_wait', true, count(*)::int, min(created_at), null
    from appointments where status = 'pending' and starts_at > $1 and starts_at <= $1::timestamptz + interval '36 hours'
    union all
    select 'restore_failed', false, 1, completed_on, null from (
      select state, completed_on from jobs.job
      where name = $3 and state in ('completed', 'failed') and completed_on is not null order by completed_on desc limit 1
    ) as last_trial where state = 'failed'
  ) as found where count > 0`,
};

const LINKS: Record<AttentionKind, string> = {
  mail_failed: '/settings/mail',
  calendar_unreadable: '/settings/calendars',
  webhook_failing: '/settings/hooks',
  bookings_wait: '/appointments?view=list&period=all&status=pending&sort=starts_at',
  restore_failed: '/settings/jobs',
};

/** What fails in the background, and what waits too long. */
@Injectable()
export class AttentionService {
  constructor(private readonly panel: PanelStatements) {}

  find(now: Date): Promise<Found[]> {
    return this.panel.read<Found>(FOUND, [now, MAIL_IS_OUTDATED, RESTORE_TRIAL]);
  }
}

/** Where it is repaired only admins may look; others find the client who does not get the mail. */
export function attentionFor(found: readonly Found[], isAdmin: boolean): AttentionDto[] {
  const shown = found.filter(({ is_of_desk }) => isAdmin || is_of_desk);
  return [...Map.groupBy(shown, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    kind,
    count: ofKind.reduce((sum, { count }) => sum + count, 0),
    since: new Date(Math.min(...ofKind.map(({ since }) => since.getTime()))).toISOString(),
    link: kind === 'mail_failed' && !isAdmin ? `/clients/${ofKind[0]?.client_id ?? ''}` : LINKS[kind],
  }));
}
