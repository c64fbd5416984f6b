import { LIMITS, type AskedContactsDto, type BookingQuestionDto } from '@groupless/shared-dto';
import { isEmailAddress } from '../platform/addresses/email-address';
import type { FormFields } from '../platform/http/bodies/form-body';
import { codePoints } from '../platform/validation/lengths';
import { oneLine } from '../shared/one-line';
import { textIn } from './wish';
import type { PageTexts } from './texts/page-texts';

/** What a visitor typed, as it came, so that nothing of it is lost. */
export interface Typed {
  name: string;
  phone: string;
  email: string;
  note: string;
  /** In the order of the questions. */
  answers: string[];
  /** The privacy policy that was agreed to. */
  agreed: string;
}

export const NOTHING_TYPED: Typed = { name: '', phone: '', email: '', note: '', answers: [], agreed: '' };

/** An address or a number in place of a name: it would be mailed to whomever a stranger writes as the email, in the name of the business. */
const NO_NAME =
  /:\/\/|\bwww\.|[\w-]\.[a-z]{2,24}\/|[\w-]{3}\.(?:com|net|org|info|biz|xyz|top|shop|site|online|club|link|click|app|dev|io|co|me|ly|gl|to|cc|tv|ru|de|es|fr|uk|cn|eu)\b|@\w|\d(?:\D{0,2}\d){5}/i;

/** What is wrong with each field, by its name in the form. */
export type TypedFaults = ReadonlyMap<string, string>;

export interface Asking {
  ask: AskedContactsDto;
  questions: readonly BookingQuestionDto[];
  privacy_url: string | null;
  privacy_version: string;
}

/** What visitors agree to, as the history of a booking names it; null: they are not asked. */
export function policyOf({
  privacy_url: url,
  privacy_version: version,
}: Pick<Asking, 'privacy_url' | 'privacy_version'>): string | null {
  return url === null || version === '' ? url : `${url} (${version})`;
}

export function typedIn(fields: FormFields, { questions }: Asking): Typed {
  const text = (name: string) => textIn(fields, name).replaceAll('\0', '');
  return {
    name: text('name'),
    phone: text('phone'),
    email: text('email').trim(),
    note: text('note'),
    answers: questions.map((_, index) => text(`q${index}`)),
    agreed: text('agreed'),
  };
}

/** @param isPhone whether a text is a number that can be stored */
export function faultsOf(
  typed: Typed,
  { ask, questions, ...privacy }: Asking,
  isPhone: (text: string) => boolean,
  texts: PageTexts,
): TypedFaults {
  const faults = new Map<string, string>();
  const { needed, too_long } = texts;
  const isLong = (text: string, max: number) => codePoints(text) > max;
  if (!/\p{L}/u.test(typed.name) || NO_NAME.test(typed.name)) faults.set('name', texts.bad_name);
  else if (isLong(oneLine(typed.name), LIMITS.client_name.max)) faults.set('name', too_long);
  const [hasPhone, hasEmail] = [isGiven(typed.phone, ask.phone), isGiven(typed.email, ask.email)];
  if (ask.phone === 'required' && !hasPhone) faults.set('phone', needed);
  else if (hasPhone && (isLong(typed.phone, LIMITS.phone.max) || !isPhone(typed.phone)))
    faults.set('phone', texts.bad_phone);
  if (ask.email === 'required' && !hasEmail) faults.set('email', needed);
  else if (hasEmail && (isLong(typed.email, LIMITS.email.max) || !isEmailAddress(typed.email)))
    faults.set('email', texts.bad_email);
  if (faults.size === 0 && !hasPhone && !hasEmail)
    faults.set(ask.phone === 'off' ? 'email' : 'phone', texts.one_of_both);
  questions.forEach(({ required }, index) => {
    const answer = typed.answers[index] ?? '';
    if (required && answer.trim() === '') faults.set(`q${index}`, needed);
    else if (isLong(answer, LIMITS.booking_page.questions.answer.max)) faults.set(`q${index}`, too_long);
  });
  if (isLong(typed.note, NOTE_MAX)) faults.set('note', too_long);
  // Also one that has changed since the form was shown.
  const policy = policyOf(privacy);
  if (policy !== null && typed.agreed !== policy) faults.set('agreed', needed);
  return faults;
}

/** Leaves room for the answers in the notes. */
export const NOTE_MAX = 2_000;

/** Whether a contact that is asked for was typed. */
export function isGiven(text: string, asked: AskedContactsDto['phone']): boolean {
  return asked !== 'off' && text.trim() !== '';
}

/** The notes of the booking: what was typed, and the answers. */
export function notesOf({ note, answers }: Typed, { questions }: Pick<Asking, 'questions'>): string {
  const told = questions.flatMap(({ label }, index) => {
    const answer = oneLine(answers[index] ?? '');
    return answer === '' ? [] : [`${label}: ${answer}`];
  });
  return [note.replaceAll('\r\n', '\n').trim(), ...told].filter((part) => part !== '').join('\n');
}
