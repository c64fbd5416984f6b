import type { MailKind, MailNotice, MailTextInputDto } from '@groupless/shared-dto';

/** What a user is told about the own account. */
export type SecurityNotice =
  | 'password_changed'
  | 'totp_enabled'
  | 'totp_disabled'
  | 'email_changed'
  | 'new_device'
  | 'key_made'
  | 'link_text_changed';

export type ProgramWords = 'asks_anew' | 'asks_contact' | 'asks_waiting';

/** The texts of one language. */
export interface LanguageTexts {
  kinds: Record<MailKind, MailTextInputDto>;
  /** Of an appointment that the client knew otherwise, and that is to be confirmed again. */
  asks_anew: MailTextInputDto;
  /** To who booked on the page: the email is to be confirmed first. */
  asks_contact: MailTextInputDto;
  /** To who wants to wait for a time: the same. */
  asks_waiting: MailTextInputDto;
  /** Stands after the subject, which is about the first of several appointments: how many others there are. */
  others: Record<'one' | 'other', string>;
  /** The page that asks whether reminders shall end. */
  unsubscribe: Record<'question' | 'button' | 'done', string>;
  /** What mails of the kinds `security` and `team` say. */
  notices: Record<SecurityNotice | MailNotice, string>;
}
