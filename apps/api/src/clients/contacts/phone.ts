import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/max';
import { plainText, spokenNumber, writtenNumber } from './written-number';

/** A phone number as people wrote it in the panel, or in a file. */
export interface ReadPhone {
  /** E.164. */
  phone: string;
  extension: string | null;
  /** Whether its country has such numbers, not only numbers of this length. */
  is_valid: boolean;
}

/**
 * A number, from what people type and paste: with `tel:`, an extension, or words beside it. It only has to be possible (of
 * a length that its country has).
 * @param phone_region ISO 3166 code of the country whose numbers come without a prefix
 * @returns null for what is no number, or more than one
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
 * The numbers of a text, which are one unless each part of it is a valid number: `0664 1234567 / 01 5341517`.
 * @returns none for what is no number
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

/** The same number in E.164 form, or null. */
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
