export interface Mailbox {
  mailbox: string;
  domain: string;
}

/** Where mails to an email arrive: case counts for nobody, and what follows a plus is the same mailbox. Null: it is no email. */
export function mailboxOf(email: string): Mailbox | null {
  const [, mailbox, domain] = /^([^+@]+)(?:\+[^@]*)?@(.+)$/.exec(email.trim().toLowerCase()) ?? [];
  return mailbox === undefined || domain === undefined ? null : { mailbox, domain };
}
