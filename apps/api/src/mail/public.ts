import type { MailKind, MailLanguage, MailSendsDto, QuietHoursDto } from '@groupless/shared-dto';
import type { SmtpServer } from '../config/smtp-url';
import type { Transaction } from '../database/transaction';
import type { SenderAddress } from '../platform/addresses/sender-address';
import { Topic } from '../shared/bus/topic';
import type { Mail } from './log/mail.entity';
import type { MailValues } from './texts/filled-text';

/** How mail is sent now. */
export interface ActiveMail {
  server: SmtpServer;
  from: SenderAddress;
  reply_to: string | null;
  sends: MailSendsDto;
  reminder_hours: number[];
  quiet: QuietHoursDto | null;
  /** Since when reminders go by mail. */
  told_from: Date;
}

/** Reminders by the chat of a booking, which need no mail server. */
export interface ChatReminderPlan {
  reminder_hours: number[];
  quiet: QuietHoursDto | null;
  /** Reminders whose time was before this are given up. */
  from: Date;
}

export interface MailPlan {
  /** Null: mail is off, or lacks a server or a sender. */
  active: ActiveMail | null;
  /** Null: they are off. */
  chat: ChatReminderPlan | null;
}

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
