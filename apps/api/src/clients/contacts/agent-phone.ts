import {
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import { contextNumber, plainText, spokenNumber, writtenNumber } from './written-number';

/** What is known about a phone number besides its text. */
export interface PhoneContext {
  /** ISO 3166 code of the country for numbers without a prefix; null: nobody has chosen it. */
  phone_region: string | null;
  /** The channel of the conversation, such as `whatsapp`. */
  channel?: string | null | undefined;
  /** The id of the chat. Some platforms put the channel into it, as in `whatsapp:+431234567`. */
  chat_id?: string | null | undefined;
}

/**
 * A phone number in E.164 form, from whatever a chat or phone platform sends in its place: a URI (`tel:`, `sip:`), a
 * WhatsApp id, a number with an extension, digits without `+`. A number that is written in full only has to be
 * possible; digits that could be read in several ways have to be valid, because a wrong number is worse than none.
 * @returns null for what cannot be read
 */
export function readAgentPhone(text: string, context: PhoneContext): string | null {
  const plain = plainText(text);
  const inContext = contextNumber(plain);
  if (inContext !== null) return possible(inContext);
  if (isNoPhone(plain)) return null;
  const number = numberIn(plain);
  if (number === null) return null;
  if (number.startsWith('+')) return possible(number);
  const digits = number.replace(/\D/g, '');
  const { phone_region } = context;
  if (digits.startsWith('00'))
    return valid(`+${digits.slice(2)}`) ?? (phone_region === null ? null : valid(number, phone_region));
  const isInternational = isWhatsapp(plain, context) && !digits.startsWith('0');
  if (isInternational) return possible(`+${digits}`);
  // Without a country the same digits are numbers of several.
  return phone_region === null ? null : readDigits(number, digits, phone_region);
}

/** Parses digits without `+`, which can be national or international. */
function readDigits(number: string, digits: string, phone_region: string): string | null {
  const hasOwnCode = digits.startsWith(getCountryCallingCode(phone_region as CountryCode));
  const inFull = valid(`+${digits}`);
  const known = (hasOwnCode ? inFull : null) ?? valid(number, phone_region) ?? inFull;
  return known ?? (isNorthAmerican(phone_region) ? possible(number, phone_region) : null);
}

/** North American numbers have one length, so a possible one cannot be confused with a foreign one. */
function isNorthAmerican(phone_region: string): boolean {
  return getCountryCallingCode(phone_region as CountryCode) === '1';
}

function possible(number: string, phone_region?: string): string | null {
  const parsed = parse(number, phone_region);
  return parsed?.isPossible() === true ? parsed.number : null;
}

function valid(number: string, phone_region?: string): string | null {
  const parsed = parse(number, phone_region);
  return parsed?.isValid() === true ? parsed.number : null;
}

function parse(number: string, phone_region?: string): PhoneNumber | undefined {
  const region = phone_region === undefined ? {} : { defaultCountry: phone_region as CountryCode };
  return parsePhoneNumberFromString(number, { ...region, extract: false });
}

/** WhatsApp ids that only look like numbers: groups, and people who hide their number. */
function isNoPhone(text: string): boolean {
  return /@(?:lid|g\.us|broadcast)\b/i.test(text);
}

const SCHEME = /^(?:whatsapp|tel|sips?|callto):(?:\/\/)?/i;
/** A number, then an extension, the parameters or host of a URI, or the device of a WhatsApp id. */
const NUMBER = /^(\+?[\d\s().\-/]*\d)\s*(?:(?:[;@,:#x]|ext).*)?$/is;

/** The number with its punctuation; null if there is none, or if the text has more than a number. */
function numberIn(text: string): string | null {
  const address = /<([^<>]+)>/.exec(text)?.[1] ?? text;
  if (SCHEME.test(address)) return NUMBER.exec(decoded(address.replace(SCHEME, '')).trim())?.[1] ?? null;
  const bare = spokenNumber(address.trim());
  return NUMBER.exec(bare)?.[1] ?? writtenNumber(bare)?.number ?? null;
}

function decoded(text: string): string {
  return text.replace(/%2b/gi, '+').replace(/%20/g, ' ');
}

function isWhatsapp(text: string, { channel, chat_id }: PhoneContext): boolean {
  return channel?.toLowerCase() === 'whatsapp' || [text, chat_id ?? ''].some((one) => WHATSAPP.test(one));
}

const WHATSAPP = /^whatsapp:|@(?:s\.whatsapp\.net|c\.us)\b/i;
