import { LIMITS } from '@groupless/shared-dto';
import type { CurrentSettings } from '../../settings/chat-agent-settings.service';
import { invalidRequest } from '../../platform/errors/app-error';
import { invalidPhone } from '../../platform/errors/invalid-phone';
import { codePoints } from '../../platform/validation/lengths';
import { isEmailAddress } from '../../platform/addresses/email-address';
import type { Client } from '../../clients/client.entity';
import type { ClientContactsService } from '../../clients/contacts/client-contacts.service';

/** Who books, and the settings that apply. */
export interface BookingContext {
  by_agent: boolean;
  /** Whether that is somebody on the booking page, who is no agent to others. */
  by_visitor?: boolean;
  /** The channel of the conversation in which the booking is made; null if it is not known. */
  channel: string | null;
  settings: CurrentSettings;
  /** Reads phone numbers of the panel and of agents. */
  phones: Pick<ClientContactsService, 'readPhones' | 'hearPhones'>;
}

/** The numbers of a person, and what could not be read. */
export type ParsedPhones = Pick<Client, 'phone' | 'phone_as_given' | 'extension' | 'other_phones'> & Unread;

export interface ParsedEmail extends Unread {
  email: string | null;
}

interface Unread {
  /** The text that could not be parsed, to be shown in the notes; empty if there is none. */
  note: string;
  /** What the agent is told of it. */
  warning: string | null;
}

const READ: Unread = { note: '', warning: null };
const NO_PHONES = { phone: null, phone_as_given: null, extension: null, other_phones: [] };

/**
 * If an agent sends a number that cannot be parsed, it becomes a note, so that a misheard number does not stop the
 * booking. In the panel it is refused, because people can correct it at once.
 * @throws AppError `invalid_phone`, in the panel
 */
export function parsePhones(
  text: string | undefined,
  chat_id: string | undefined,
  { by_agent, channel, settings: { phone_region }, phones: reader }: BookingContext,
): ParsedPhones {
  if (text === undefined) return { ...NO_PHONES, ...READ };
  if (by_agent) {
    const { phones, warning } = reader.hearPhones(text, { phone_region, channel, chat_id });
    return { ...phones, note: warning === null ? '' : `Phone: ${text}`, warning };
  }
  const phones = reader.readPhones(text, phone_region);
  if (phones === null) throw invalidPhone('client.phone', phone_region);
  return { ...phones, ...READ };
}

/**
 * The same for an email.
 * @throws AppError `invalid_request`, in the panel
 */
export function parseEmail(email: string | undefined, { by_agent }: BookingContext): ParsedEmail {
  if (email === undefined || (by_agent && email.trim() === '')) return { email: null, ...READ };
  const isTooLong = codePoints(email) > LIMITS.email.max;
  if (!isTooLong && isEmailAddress(email)) return { email, ...READ };
  if (by_agent) {
    const warning = `The email "${email}" cannot be read: ask for it again, letter by letter, and tell the team by take_messages.`;
    return { email: null, note: `Email: ${email}`, warning };
  }
  const field = 'client.email';
  throw invalidRequest([
    isTooLong
      ? { field, code: 'too_long', message: `${field} must have at most ${LIMITS.email.max} characters.` }
      : { field, code: 'invalid_format', message: `${field} must be an email address.` },
  ]);
}
