import type { MailNotice } from '@groupless/shared-dto';
import type { User } from '../users/user.entity';
import type { Happened } from './team-mails.repository';

/** Of more, the panel tells. */
const MOST_NAMED = 5;

/** To whom it happened, and when an appointment begins, as the reader reads times. */
export function detailOf(
  happened: readonly Happened[],
  { locale, time_zone: timeZone }: Pick<User, 'locale' | 'time_zone'>,
): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const named = happened
    .map(({ name, starts_at }) =>
      [name, starts_at === null ? '' : format.format(starts_at)].filter((part) => part !== '').join(', '),
    )
    .filter((words) => words !== '');
  const more = named.length > MOST_NAMED ? ['…'] : [];
  return [...named.slice(0, MOST_NAMED), ...more].join('; ');
}

/** Where the panel shows it. */
export function pageOf(kind: MailNotice, [first, ...more]: readonly Happened[]): string {
  if (kind === 'backup_failed') return '/settings/jobs';
  if (kind === 'something_fails') return '/';
  if (kind === 'booking_waits') return '/appointments?status=pending';
  if (kind === 'client_waits' && more.length > 0) return '/conversations?sort=waiting';
  if (kind === 'mentioned' && more.length > 0) return '/conversations?tab=unread';
  return first === undefined || more.length > 0
    ? '/conversations?tab=needs_human'
    : `/conversations/${first.id}`;
}
