import type { MailKind, MailLanguage } from '@groupless/shared-dto';
import type { Transaction } from '../database/transaction';
import { Topic } from '../shared/bus/topic';
import type { Mail } from './log/mail.entity';
import type { ActiveMail } from './settings/mail-settings.service';
import type { MailValues } from './texts/filled-text';

/** What a mail says by now: what it was written with, what is no longer true, what is being compared, or something else. */
export type SaidNow =
  'as written' | 'outdated' | 'changing' | Pick<Mail, 'subject' | 'content' | 'appointment_id'>;

/** Asks what a mail about appointments says, which may have changed since it was written. */
export const MAIL_IS_DUE = new Topic<Mail, SaidNow>('mail about appointments is due');

/** How a mail server answered the address of a mail to a client. */
export interface AddressAnswer {
  mail: Mail;
  /** Its words where it refused the address for good; null: it took a mail to it. */
  refusal: string | null;
}

export const ADDRESS_ANSWERED = new Topic<AddressAnswer, void>('address answered');

/** In the transaction that switches kinds of mails on: they tell nothing of what was changed before. */
export interface KindsSwitchedOn {
  transaction: Transaction;
  kinds: readonly MailKind[];
  /** How mail was sent until now; null: not at all. */
  before: ActiveMail | null;
}

export const KINDS_SWITCHED_ON = new Topic<KindsSwitchedOn, void>('kinds of mails switched on');

/** A text of mails with links to set a password is another now. */
export const LINK_TEXT_CHANGED = new Topic<object, void>('text with a link changed');

/** Asks for the values of a mail that could be written now; null: there is none. */
export const MAIL_EXAMPLE = new Topic<{ language: MailLanguage }, MailValues | null>('example of a mail');
