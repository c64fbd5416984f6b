/** What a mail says, as it is stored. */
export interface MailContent {
  text: string;
  html: string;
  /** An iCalendar and its method. */
  calendar: { method: string; content: string } | null;
}
