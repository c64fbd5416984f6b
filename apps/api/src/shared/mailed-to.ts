/**
 * Where mails about one booking go, when who made it gave an address that is not the client's: by a known number alone nobody
 * changes a client's address, and nobody is to learn from a mail that does not come whose number it is.
 */
export interface MailedTo {
  email: string;
  /** As it was given: the client's own is not theirs to read. */
  name: string;
  no_reminders?: boolean;
}

/**
 * An SQL expression of where mails go that are about something of a client `c`.
 * @param mailed_to an expression of the address that it was made with
 * @param own one of the client's
 */
export const mailedToSql = (mailed_to: string, own = 'coalesce(c.email, c.shared_email)') =>
  `coalesce(${mailed_to} ->> 'email', ${own})`;

/**
 * An SQL expression of the contact (`MailedTo`) that an appointment `a` was booked with for a client `c`; null: the client's own.
 * @param former an expression of the same where the appointment is no longer theirs
 */
export const bookerSql = (former = 'null') =>
  `(case when a.client_id = c.id then a.mailed_to else ${former} end)`;

export const BOOKER = bookerSql();

/** Where mails to a client `c` about an appointment `a` go: to the address that it was booked with, its own, or that of the family. */
export const MAILED_TO = mailedToSql(BOOKER);

/** Null: mails go to the client. */
export function mailedTo(
  { name, email }: { name: string; email: string | null },
  { client, made }: { client: Record<'email' | 'shared_email', string | null>; made: boolean },
): MailedTo | null {
  if (made || email === null) return null;
  const own = [client.email, client.shared_email].map((one) => one?.toLowerCase());
  return own.includes(email.toLowerCase()) ? null : { email, name };
}
