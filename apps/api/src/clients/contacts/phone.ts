import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/max';
import { LIMITS } from '@groupless/shared-dto';
import { codePoints } from '../../platform/validation/lengths';
import { contextNumber, plainText, spokenNumber, writtenNumber } from './written-number';

/** A phone number typed in the panel or read from a file. */
export interface ReadPhone {
  /** E.164. */
  phone: string;
  extension: string | null;
  /** Whether the number is valid in its country, not only of a possible length. */
  is_valid: boolean;
}

/** A number without a country code, while nobody has chosen a country: it could be one of any. */
export interface PhoneAsGiven {
  phone: null;
  as_given: string;
}

export type FoundPhone = ReadPhone | PhoneAsGiven;

/**
 * Parses a number from typed or pasted text: with `tel:`, an extension, or words beside it. It has to be possible only
 * (of a valid length for its country).
 * @param phone_region ISO 3166 code of the country for numbers without a prefix; null: it is not known, so only a number
 *   with a country code is read
 * @returns null if there is no number, or more than one
 */
export function readPhone(text: string, phone_region: string | null): FoundPhone | null {
  const local = plainText(text);
  const plain = spokenNumber(
    contextNumber(local) ?? local.replace(/^(?:tel|callto|whatsapp):(?:\/\/)?/i, ''),
  );
  const whole = toRead(parse(plain, phone_region));
  if (whole !== null) return whole;
  const written = writtenNumber(plain);
  const read = written === null ? null : toRead(parse(written.number, phone_region));
  if (read !== null) return { ...read, extension: written?.extension ?? read.extension };
  return phone_region === null ? phoneAsGiven(text) : null;
}

const BETWEEN = /\s*[/,;]\s*|\s+(?:or|oder|od\.?|und|and|или|и)\s+/u;
const MOST_WRITTEN = 3;

/**
 * The numbers in a typed text.
 * @returns none if it is not a phone number
 */
export function readPhones(text: string, phone_region: string | null): FoundPhone[] {
  return numbersIn(text, (part) => readPhone(part, phone_region));
}

/**
 * The numbers in a text. It is one number unless each part is a valid number: `0664 1234567 / 01 5341517`.
 * @param readOne reads a single number
 */
export function numbersIn(text: string, readOne: (text: string) => FoundPhone | null): FoundPhone[] {
  const one = readOne(text);
  if (one !== null && isCertain(one)) return [one];
  const parts = plainText(text).slice(0, 500).split(BETWEEN);
  const several = parts.map(readOne).filter((read) => read !== null);
  const areAll = parts.length > 1 && parts.length <= MOST_WRITTEN && several.length === parts.length;
  return areAll && several.every(isCertain) ? several : one === null ? [] : [one];
}

/** A number without a country cannot be judged. */
export function isCertain(found: FoundPhone): boolean {
  return found.phone === null || found.is_valid;
}

/** The number in E.164 format, or null. */
export function normalisePhone(text: string, phone_region: string | null): string | null {
  return readPhone(text, phone_region)?.phone ?? null;
}

const SCHEME = /^(?:tel|callto|sips?):(?:\/\/)?/i;
/** Shorter ones are no phone numbers. */
const FEWEST_DIGITS = 5;
/** The most of E.164, and a prefix before them. */
const MOST_DIGITS = 18;

/**
 * The text of a number without a country code.
 * @returns null if it is no number, or has a country code
 */
export function phoneAsGiven(text: string): PhoneAsGiven | null {
  // A slash between blanks stands between several.
  const plain = plainText(text)
    .replaceAll(/\s*\/\s*/g, '/')
    .replaceAll(/\s+/g, ' ');
  const written = writtenNumber(spokenNumber(plain.replace(SCHEME, '')));
  if (written === null || /^\(?(?:\+|00)/.test(written.number)) return null;
  const digits = written.number.replace(/\D/g, '').length;
  if (digits < FEWEST_DIGITS || digits > MOST_DIGITS) return null;
  return { phone: null, as_given: codePoints(plain) <= LIMITS.phone.max ? plain : written.number };
}

function toRead(number: PhoneNumber | undefined): ReadPhone | null {
  if (number?.isPossible() !== true) return null;
  return { phone: number.number, extension: number.ext ?? null, is_valid: number.isValid() };
}

/** Without a country, `00` is the prefix of a country code, as it is in nearly all. */
function parse(number: string, phone_region: string | null): PhoneNumber | undefined {
  const country = phone_region === null ? {} : { defaultCountry: phone_region as CountryCode };
  const text = phone_region === null ? number.replace(/^\(?00\)?(?=[\s\d])/, '+') : number;
  return parsePhoneNumberFromString(text, { ...country, extract: false });
}
