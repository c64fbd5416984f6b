import { LIMITS } from '@groupless/shared-dto';
import type { CurrentSettings } from '../../settings/chat-agent-settings.service';
import { invalidRequest } from '../../platform/errors/app-error';
import { invalidPhone } from '../../platform/errors/invalid-phone';
import { codePoints } from '../../platform/validation/lengths';
import { isEmailAddress } from '../../platform/addresses/email-address';
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
  phones: Pick<ClientContactsService, 'normalisePhone' | 'readAgentPhone' | 'phoneAsGiven' | 'extensionIn'>;
}

/** A parsed phone number or email address. */
export interface ParsedContact {
  value: string | null;
  /** A number whose country is not known. */
  as_given?: string;
  /** The text that could not be parsed, to be shown in the notes; empty if there is none. */
  note: string;
}

const NOTHING: ParsedContact = { value: null, note: '' };

/**
 * If an agent sends a number that cannot be parsed, it becomes a note, so that a misheard number does not stop the
 * booking. In the panel it is refused, because people can correct it at once.
 * @throws AppError `invalid_phone`, in the panel
 */
export function parsePhone(
  phone: string | undefined,
  chat_id: string | undefined,
  { by_agent, channel, settings: { phone_region }, phones }: BookingContext,
): ParsedContact {
  if (phone === undefined) return NOTHING;
  const value = by_agent
    ? phones.readAgentPhone(phone, { phone_region, channel, chat_id })
    : phones.normalisePhone(phone, phone_region);
  if (value !== null) return { value, note: '' };
  const as_given = phone_region === null ? phones.phoneAsGiven(phone) : null;
  if (as_given !== null) return { value, as_given, note: '' };
  if (by_agent) return asNote('Phone', phone);
  throw invalidPhone('client.phone', phone_region);
}

/**
 * The same for an email.
 * @throws AppError `invalid_request`, in the panel
 */
export function parseEmail(email: string | undefined, { by_agent }: BookingContext): ParsedContact {
  if (email === undefined) return NOTHING;
  const isTooLong = codePoints(email) > LIMITS.email.max;
  if (!isTooLong && isEmailAddress(email)) return { value: email, note: '' };
  if (by_agent) return asNote('Email', email);
  const field = 'client.email';
  throw invalidRequest([
    isTooLong
      ? { field, code: 'too_long', message: `${field} must have at most ${LIMITS.email.max} characters.` }
      : { field, code: 'invalid_format', message: `${field} must be an email address.` },
  ]);
}

function asNote(what: string, text: string): ParsedContact {
  return { value: null, note: text.trim() === '' ? '' : `${what}: ${text}` };
}
