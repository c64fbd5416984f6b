/** What a mail says, as it is stored. */
export interface MailContent {
  text: string;
  html: string;
  /** An iCalendar and its method. */
  calendar: { method: string; content: string } | null;
  /** An address at which a POST asks for no more of the kind; null: there is none. */
  unsubscribe?: string | null;
}
