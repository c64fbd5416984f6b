import type { NotificationKind } from '@groupless/shared-dto';
import type { User } from '../../users/user.entity';
import type { Shown } from './push-notices.repository';

/** What the panel calls them (`layout/notifications/i18n`). */
const TITLES: Record<'en' | 'ru', Record<NotificationKind, string>> = {
  en: {
    new_conversation: 'New conversation',
    needs_human: 'A conversation needs a human',
    assigned_to_me: 'A conversation is assigned to you',
    client_answered: 'A client answers in your conversation',
    mentioned: 'A colleague names you in a note',
    client_waits: 'A client has waited for too long',
    new_appointment: 'New appointment',
    cancelled_appointment: 'Appointment cancelled',
    own_appointment: 'One of your own appointments was booked, moved or cancelled',
    account_limit: 'An assistant account is almost full',
  },
  ru: {
    new_conversation: 'Новый диалог',
    needs_human: 'В диалоге нужен человек',
    assigned_to_me: 'Диалог назначен вам',
    client_answered: 'Клиент отвечает в вашем диалоге',
    mentioned: 'Коллега упоминает вас в заметке',
    client_waits: 'Клиент ждёт слишком долго',
    new_appointment: 'Новая запись',
    cancelled_appointment: 'Запись отменена',
    own_appointment: 'Ваша запись создана, перенесена или отменена',
    account_limit: 'Лимит аккаунта ассистента почти исчерпан',
  },
};

/** Where several are listed. */
const LISTS: Record<NotificationKind, string> = {
  new_conversation: '/conversations',
  needs_human: '/conversations?tab=needs_human',
  assigned_to_me: '/conversations',
  client_answered: '/conversations',
  mentioned: '/conversations?tab=unread',
  client_waits: '/conversations?sort=waiting',
  new_appointment: '/appointments',
  cancelled_appointment: '/appointments',
  own_appointment: '/appointments',
  account_limit: '/settings/accounts',
};

/** A name with so many digits may be a phone number: some platforms give that as the name. */
const NUMBER = /(?:\d\D*){5}/;
/** Of every message the same, so that its length tells a push service nothing. */
const BYTES = 768;

export interface PushText {
  title: string;
  body: string;
  path: string;
  /** One of the same thing takes the place of the one before. */
  tag: string;
}

type Reader = Pick<User, 'locale' | 'formats' | 'push_names'>;

/**
 * What a device shows. No message and no number; a name where the user allows it.
 * @param count of which `shown` are the first
 * @param timeZone of the business
 */
export function textOf(
  kind: NotificationKind,
  shown: readonly Shown[],
  count: number,
  reader: Reader,
  timeZone: string,
): PushText {
  const titles = TITLES[reader.locale.startsWith('ru') ? 'ru' : 'en'];
  const title = count > 1 ? `${titles[kind]} (${count})` : titles[kind];
  const format = new Intl.DateTimeFormat(reader.formats ?? reader.locale, {
    ...{ timeZone, dateStyle: 'medium', timeStyle: 'short' },
  });
  const lines = shown.map(({ name, starts_at }) =>
    [isNameShown(kind, name, reader) ? name : '', starts_at === null ? '' : format.format(starts_at)]
      .filter((part) => part !== '')
      .join(', '),
  );
  const path = count > 1 || shown[0] === undefined ? LISTS[kind] : pathOf(kind, shown[0].id);
  return { title, body: lines.filter((line) => line !== '').join('\n'), path, tag: `${kind} ${path}` };
}

/** The names of accounts are the team's own. */
function isNameShown(kind: NotificationKind, name: string, { push_names }: Reader): boolean {
  return kind === 'account_limit' || (push_names && !NUMBER.test(name));
}

function pathOf(kind: NotificationKind, id: string): string {
  if (kind === 'account_limit') return LISTS[kind];
  return kind.endsWith('_appointment') ? `/appointments/${id}` : `/conversations/${id}`;
}

/** JSON, with spaces up to a length that all have. */
export function payloadOf(text: PushText): string {
  const json = JSON.stringify(text);
  return json + ' '.repeat(Math.max(0, BYTES - Buffer.byteLength(json)));
}
