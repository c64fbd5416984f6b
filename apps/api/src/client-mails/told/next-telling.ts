import { isLive, type ClientMailKind } from '@groupless/shared-dto';
import type { Told } from '../../appointments/told/told-appointment.entity';
import { difference, type Standing } from './difference';

/** A state that cannot be mailed counts as told by other means once it has stood for so long. */
export const STANDS_MS = 300_000;
/**
 * A new state that nobody has looked at for so long, for example because a backup was restored, counts as told by other means.
 * What corrects an earlier mail is never too late.
 */
const LATE_MS = 3_600_000;

export interface Terms {
  now: Date;
  /** When the appointment changed last. */
  changed_at: Date;
  /** Whether mails of the kind are sent. */
  isSent: (kind: ClientMailKind) => boolean;
  /** Whether mails of the kind are being switched on. They tell nothing old. */
  begins: (kind: ClientMailKind) => boolean;
  /** The present address of the client. */
  email: string | null;
}

export interface NextMail {
  kind: ClientMailKind;
  to: string;
}

export interface NextTelling {
  mail: NextMail | null;
  /** What the client was told after that. */
  told: Told | null;
  /** Whether something is left to be told, or to be counted as told, later. */
  is_open: boolean;
}

/**
 * Which mail brings what was told and what is together.
 * @param standing null: the client has it no more
 */
export function nextTelling(told: Told | null, standing: Standing | null, terms: Terms): NextTelling {
  const { now } = terms;
  const known = { mail: null, told, is_open: false };
  // Of what has begun, too, only that the coming time that was told is none any more.
  const current = standing !== null && standing.starts_at > now ? standing : null;
  const coming = told !== null && told.starts_at > now ? told : null;
  const status = current?.status ?? 'cancelled';
  const isEnd = !isLive(status);
  // The end is told of the time that the client knows, if that is still to come.
  const place = (isEnd ? coming : null) ?? current;
  const kinds = difference(told, current);
  if (place === null || kinds.length === 0) return known;
  const kind = kinds.find(terms.isSent);
  const to = (isEnd ? told?.to : null) ?? terms.email;
  const stoodMs = now.getTime() - terms.changed_at.getTime();
  const isTooLate = stoodMs > LATE_MS && (told?.to ?? null) === null;
  const { starts_at, ends_at, resource } = place;
  const state = { status, starts_at, ends_at, resource, mail_id: null, at: now };
  if (kind !== undefined && to !== null && !isTooLate)
    return { ...known, mail: { kind, to }, told: { ...state, kind, to } };
  const isOld = kind === undefined && kinds.some(terms.begins);
  if (stoodMs < STANDS_MS && !isOld) return { ...known, is_open: true };
  // A later end still goes where earlier mails went.
  return { ...known, told: { ...state, kind: null, to: told?.to ?? null } };
}
