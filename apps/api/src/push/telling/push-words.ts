import type { MailLanguage, NotificationKind } from '@groupless/shared-dto';
import { mailLanguageOf } from '../../shared/mail-language';
import type { User } from '../../users/user.entity';
import type { Shown } from './push-notices.repository';

/** What the panel calls them (`layout/notifications/i18n`), in each of its languages. */
export const TITLES: Record<MailLanguage, Record<NotificationKind, string>> = {
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
  de: {
    new_conversation: 'Neues Gespräch',
    needs_human: 'Ein Gespräch braucht einen Menschen',
    assigned_to_me: 'Ein Gespräch ist Ihnen zugewiesen',
    client_answered: 'Ein Kunde antwortet in Ihrem Gespräch',
    mentioned: 'Jemand aus dem Team nennt Sie in einer Notiz',
    client_waits: 'Ein Kunde wartet schon zu lange',
    new_appointment: 'Neuer Termin',
    cancelled_appointment: 'Termin abgesagt',
    own_appointment: 'Einer Ihrer eigenen Termine wurde gebucht, verschoben oder abgesagt',
    account_limit: 'Das Limit eines Assistentenkontos ist fast erreicht',
  },
  es: {
    new_conversation: 'Nueva conversación',
    needs_human: 'Una conversación necesita a una persona',
    assigned_to_me: 'Se le asignó una conversación',
    client_answered: 'Un cliente responde en su conversación',
    mentioned: 'Un compañero le menciona en una nota',
    client_waits: 'Un cliente espera desde hace demasiado tiempo',
    new_appointment: 'Nueva cita',
    cancelled_appointment: 'Cita cancelada',
    own_appointment: 'Se reservó, movió o canceló una de sus propias citas',
    account_limit: 'Una cuenta de asistente está casi agotada',
  },
  fr: {
    new_conversation: 'Nouvelle conversation',
    needs_human: 'Une conversation attend une personne',
    assigned_to_me: 'Une conversation vous est attribuée',
    client_answered: 'Un client répond dans votre conversation',
    mentioned: 'Un collègue vous mentionne dans une note',
    client_waits: 'Un client attend depuis trop longtemps',
    new_appointment: 'Nouveau rendez-vous',
    cancelled_appointment: 'Rendez-vous annulé',
    own_appointment: 'Un de vos propres rendez-vous a été réservé, déplacé ou annulé',
    account_limit: 'Un compte d’assistant a presque atteint sa limite',
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
const BYTES = 1_024;

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
  const titles = TITLES[mailLanguageOf(reader.locale)];
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

/**
 * JSON, as the panel's worker reads it (Angular's `SwPush`), with spaces up to a length that all have. The panel's own
 * notifications have the same form (`layout/notifications/notice.ts`), so that one takes the place of the other.
 */
export function payloadOf({ title, body, path, tag }: PushText): string {
  const data = { onActionClick: { default: { operation: 'focusLastFocusedOrOpen', url: path } } };
  const json = JSON.stringify({ notification: { title, body, tag, icon: '/icon-192.png', data } });
  return json + ' '.repeat(Math.max(0, BYTES - Buffer.byteLength(json)));
}
