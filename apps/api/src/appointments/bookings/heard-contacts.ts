import { LIMITS } from '@groupless/shared-dto';
import type { CurrentSettings } from '../../settings/chat-agent-settings.service';
import { invalidRequest } from '../../platform/errors/app-error';
import { invalidPhone } from '../../platform/errors/invalid-phone';
import { codePoints } from '../../platform/validation/lengths';
import { isEmailAddress } from '../../platform/addresses/email-address';
import type { ClientContactsService } from '../../clients/contacts/client-contacts.service';

/** Who books, and by which settings. */
export interface Circumstances {
  by_agent: boolean;
  /** Of the conversation that the booking comes from, as far as it is known. */
  channel: string | null;
  settings: CurrentSettings;
  /** For numbers of the panel and of agents. */
  phones: Pick<ClientContactsService, 'normalisePhone' | 'readAgentPhone' | 'extensionIn'>;
}

/** A phone or an email, as far as it could be read. */
export interface HeardContact {
  value: string | null;
  /** What could not be read, for people to see; empty if there is nothing. */
  note: string;
}

const NOTHING: HeardContact = { value: null, note: '' };

/**
 * A number of an agent that cannot be read is kept as a note: a caller is not sent away because it was misheard. People
 * in the panel can correct theirs at once.
 * @throws AppError `invalid_phone`, in the panel
 */
export function heardPhone(
  phone: string | undefined,
  chat_id: string | undefined,
  { by_agent, channel, settings: { phone_region }, phones }: Circumstances,
): HeardContact {
  if (phone === undefined) return NOTHING;
  const value = by_agent
    ? phones.readAgentPhone(phone, { phone_region, channel, chat_id })
    : phones.normalisePhone(phone, phone_region);
  if (value !== null) return { value, note: '' };
  if (by_agent) return noted('Phone', phone);
  throw invalidPhone('client.phone', phone_region);
}

/**
 * The same for an email.
 * @throws AppError `invalid_request`, in the panel
 */
export function heardEmail(email: string | undefined, { by_agent }: Circumstances): HeardContact {
  if (email === undefined) return NOTHING;
  const isTooLong = codePoints(email) > LIMITS.email.max;
  if (!isTooLong && isEmailAddress(email)) return { value: email, note: '' };
  if (by_agent) return noted('Email', email);
  const field = 'client.email';
  throw invalidRequest([
    isTooLong
      ? { field, code: 'too_long', message: `${field} must have at most ${LIMITS.email.max} characters.` }
      : { field, code: 'invalid_format', message: `${field} must be an email address.` },
  ]);
}

function noted(what: string, text: string): HeardContact {
  return { value: null, note: text.trim() === '' ? '' : `${what}: ${text}` };
}
