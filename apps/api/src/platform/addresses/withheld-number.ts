/** ANONYMOUS, BLOCKED, RESTRICTED, UNAVAILABLE, UNKNOWN on the keys of a phone: what Twilio sends in the place of a number. */
const WITHHELD = ['266696687', '2562533', '7378742833', '86282452253', '8656696'];

/** Whether a number, or the URI of one, stands for all callers without a number. */
export function isWithheldNumber(text: string): boolean {
  const number = text.replace(/^[^:]*:/, '').replace(/[;@].*$/, '');
  return WITHHELD.includes(number.replace(/\D/g, ''));
}
