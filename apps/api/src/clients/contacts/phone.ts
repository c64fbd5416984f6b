import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/max';
import { plainText, spokenNumber, writtenNumber } from './written-number';

/** A phone number typed in the panel or read from a file. */
export interface ReadPhone {
  /** E.164. */
  phone: string;
  extension: string | null;
  /** Whether the number is valid in its country, not only of a possible length. */
  is_valid: boolean;
}

/**
 * Parses a number from typed or pasted text: with `tel:`, an extension, or words beside it. It has to be possible only
 * (of a valid length for its country).
 * @param phone_region ISO 3166 code of the country for numbers without a prefix
 * @returns null if there is no number, or more than one
 */
export function readPhone(text: string, phone_region: string): ReadPhone | null {
  const plain = spokenNumber(plainText(text).replace(/^(?:tel|callto|whatsapp):(?:\/\/)?/i, ''));
  const whole = toRead(parse(plain, phone_region));
  if (whole !== null) return whole;
  const written = writtenNumber(plain);
  const read = written === null ? null : toRead(parse(written.number, phone_region));
  return read === null ? null : { ...read, extension: written?.extension ?? read.extension };
}

const BETWEEN = /\s*[/,;]\s*|\s+(?:or|oder|und|and|или|и)\s+/u;
const MOST_WRITTEN = 3;

/**
 * The numbers in a text. It is one number unless each part is a valid number: `0664 1234567 / 01 5341517`.
 * @returns none if it is not a phone number
 */
export function readPhones(text: string, phone_region: string): ReadPhone[] {
  const one = readPhone(text, phone_region);
  if (one?.is_valid === true) return [one];
  const parts = plainText(text).slice(0, 500).split(BETWEEN);
  const several = parts
    .map((part) => readPhone(part, phone_region))
    .filter((read) => read?.is_valid === true);
  const areAll = parts.length > 1 && parts.length <= MOST_WRITTEN && several.length === parts.length;
  return areAll ? (several as ReadPhone[]) : one === null ? [] : [one];
}

/** The number in E.164 format, or null. */
export function normalisePhone(text: string, phone_region: string): string | null {
  return readPhone(text, phone_region)?.phone ?? null;
}

function toRead(number: PhoneNumber | undefined): ReadPhone | null {
  if (number?.isPossible() !== true) return null;
  return { phone: number.number, extension: number.ext ?? null, is_valid: number.isValid() };
}

function parse(number: string, phone_region: string): PhoneNumber | undefined {
  return parsePhoneNumberFromString(number, { defaultCountry: phone_region as CountryCode, extract: false });
}
