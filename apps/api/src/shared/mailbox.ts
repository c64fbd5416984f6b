import { hash } from 'node:crypto';
import { domainToASCII } from 'node:url';

export interface Mailbox {
  mailbox: string;
  domain: string;
}

/** Where mails to an email arrive: case counts for nobody, and what follows a plus is the same mailbox. Null: it is no email. */
export function mailboxOf(email: string): Mailbox | null {
  const [, mailbox, domain] = /^([^+@]+)(?:\+[^@]*)?@(.+)$/.exec(email.trim().toLowerCase()) ?? [];
  return mailbox === undefined || domain === undefined ? null : { mailbox, domain };
}

/** By what limits know a mailbox: the same however its email is written, and no email in a table of counters. */
export function digestOfMailbox(email: string): string {
  const { mailbox, domain } = mailboxOf(email) ?? { mailbox: email, domain: '' };
  return hash('sha256', `${mailbox}@${domainToASCII(domain)}`, 'base64url');
}
