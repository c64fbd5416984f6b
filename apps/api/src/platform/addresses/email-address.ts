import { isEmail } from 'class-validator';

export function isEmailAddress(text: string): boolean {
  return isEmail(text) && !/[\p{Cf}\p{Cc}]/u.test(text) && text.normalize('NFKC') === text.normalize('NFC');
}
