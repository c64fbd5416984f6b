import { isEmail } from 'class-validator';
import { looksLikeAnother } from './look-alike';

export function isEmailAddress(text: string): boolean {
  return isEmail(text) && !/[\p{Cf}\p{Cc}]/u.test(text) && !looksLikeAnother(text);
}
