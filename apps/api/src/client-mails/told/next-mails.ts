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
  /** The present address of who was told. */
  former_email: string | null;
  /** The present address of the client. */
  email: string | null;
}

export interface NextMail {
  kind: ClientMailKind;
  to: string;
}

export interface NextMails {
  /** To who was told of an appointment and has it no more. */
  farewell: NextMail | null;
  /** To the client. */
  mail: NextMail | null;
  /** What the client was told after that. */
  told: Told | null;
  /** Whether something is left to be told, or to be counted as told, later. */
  is_open: boolean;
}

/**
 * Which mails bring what was told and what is together.
 * @param standing null: the appointment is deleted
 */
export function nextMails(told: Told | null, standing: Standing | null, terms: Terms): NextMails {
  if (told !== null && told.client_id !== standing?.client_id) {
    const kind = difference(told, null).find(terms.isSent);
    const to = told.to ?? terms.former_email;
    const isOwed = kind !== undefined && to !== null && told.starts_at > terms.now;
    // The booking was not the present client's.
    const rest = nextMails(null, standing && { ...standing, was: null, is_of_agent: false }, terms);
    return { ...rest, farewell: isOwed ? { kind, to } : null };
  }
  const known = { farewell: null, mail: null, told, is_open: false };
  if (standing === null) return known;
  const hasBegun = standing.starts_at <= terms.now;
  if (hasBegun && (told === null || told.starts_at <= terms.now)) return known;
  // Of what has begun only that the coming time that was told is none any more.
  const kinds = difference(told, hasBegun ? null : standing);
  if (kinds.length === 0) return known;
  const kind = kinds.find(terms.isSent);
  const status = hasBegun ? 'cancelled' : standing.status;
  const isEnd = !isLive(status);
  const to = (isEnd ? told?.to : null) ?? terms.email;
  const stoodMs = terms.now.getTime() - terms.changed_at.getTime();
  const isTooLate = stoodMs > LATE_MS && (told?.to ?? null) === null;
  const { client_id } = standing;
  // The end is told of the time that the client knows, if that is still to come.
  const { starts_at, ends_at, resource } =
    isEnd && told !== null && told.starts_at > terms.now ? told : standing;
  const state = { client_id, status, starts_at, ends_at, resource, mail_id: null, at: terms.now };
  if (kind !== undefined && to !== null && !isTooLate)
    return { ...known, mail: { kind, to }, told: { ...state, kind, to } };
  const isOld = kind === undefined && kinds.some(terms.begins);
  if (stoodMs < STANDS_MS && !isOld) return { ...known, is_open: true };
  // A later end still goes where earlier mails went.
  return { ...known, told: { ...state, kind: null, to: told?.to ?? null } };
}
