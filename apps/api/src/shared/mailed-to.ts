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

/** Null: mails go to the client. */
export function mailedTo(
  { name, email }: { name: string; email: string | null },
  { client, made }: { client: Record<'email' | 'shared_email', string | null>; made: boolean },
): MailedTo | null {
  if (made || email === null) return null;
  const own = [client.email, client.shared_email].map((one) => one?.toLowerCase());
  return own.includes(email.toLowerCase()) ? null : { email, name };
}
