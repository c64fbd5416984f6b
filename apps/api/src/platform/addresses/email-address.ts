import { isEmail } from 'class-validator';

/** A word with letters of scripts that look like each other: a Cyrillic letter in a Latin name is there to deceive. */
const MIXED = /(?=[\p{L}\p{M}]*\p{Script=Latin})[\p{L}\p{M}]*[\p{Script=Cyrillic}\p{Script=Greek}]/u;

export function isEmailAddress(text: string): boolean {
  return (
    isEmail(text) &&
    !/[\p{Cf}\p{Cc}]/u.test(text) &&
    text.normalize('NFKC') === text.normalize('NFC') &&
    !MIXED.test(text)
  );
}
