/** What Twilio sends in the place of a number: the words on the keys of a phone. */
const KEYS = ['266696687', '2562533', '7378742833', '86282452253', '8656696'];
const WORDS = ['anonymous', 'blocked', 'private', 'restricted', 'unavailable', 'unknown', 'withheld'];

/** Whether a number, or the URI of one, stands for all callers without a number. */
export function isWithheldNumber(text: string): boolean {
  const number = text
    .replace(/^[^:]*:/, '')
    .replace(/[;@].*$/, '')
    .trim();
  return KEYS.includes(number.replace(/\D/g, '')) || WORDS.includes(number.toLowerCase());
}
