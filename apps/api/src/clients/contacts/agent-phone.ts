import {
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import { isWithheldNumber } from '../../platform/addresses/withheld-number';
import { isCertain, numbersIn, phoneAsGiven, type FoundPhone } from './phone';
import { contextNumber, plainText, spokenNumber, writtenNumber, type WrittenNumber } from './written-number';

/** What is known about a phone number besides its text. */
export interface PhoneContext {
  /** ISO 3166 code of the country for numbers without a prefix; null: nobody has chosen it. */
  phone_region: string | null;
  /** The channel of the conversation, such as `whatsapp`. */
  channel?: string | null | undefined;
  /** The id of the chat. Some platforms put the channel into it, as in `whatsapp:+431234567`. */
  chat_id?: string | null | undefined;
}

/** What a text of an agent has of phone numbers. */
export interface HeardPhones {
  numbers: FoundPhone[];
  /** Whether nothing of it is left over. */
  is_whole: boolean;
}

/**
 * The phone numbers in whatever a chat or phone platform, or a model, sends in their place: a URI (`tel:`, `sip:`), a
 * WhatsApp id, a number with an extension, digits without `+`, two numbers. A number that is written in full only has to be
 * possible; digits that could be read in several ways have to be valid, because a wrong number is worse than none. Of a text
 * that is no valid number and goes on behind a comma or the like its beginning is read.
 */
export function hearPhones(text: string, context: PhoneContext): HeardPhones {
  const numbers = numbersIn(text, (part) => found(part, numberIn(part), context));
  const isRead = numbers.length > 0 && numbers.every(isCertain);
  if (isRead || text.trim() === '') return { numbers, is_whole: true };
  const begun = BEGINNING.exec(bareText(plainText(text)))?.[1];
  const first = begun === undefined ? null : found(text, { number: begun, extension: null }, context);
  const isBetter = first !== null && (numbers.length === 0 || isCertain(first));
  return { numbers: isBetter ? [first] : numbers, is_whole: false };
}

/** What a model says of the phone of who calls, beside what the platform knows. */
export interface CallerPhones {
  /** The number of the platform if it can be read or is all there is, else what the model says; none: neither is known. */
  contact: { phone?: string };
  /** What is known beside the contact, for the team: it may be the one to call back. */
  note: string;
  /** What of it cannot be read. */
  warning: string | null;
}

/** See `ClientContactsService`. */
export function hearCaller(
  told: string | undefined,
  caller_phone: string | null,
  context: PhoneContext,
): CallerPhones {
  const said = told ?? '';
  if (caller_phone === null)
    return { contact: told === undefined ? {} : { phone: told }, note: '', warning: null };
  const own = hearPhones(caller_phone, context).numbers;
  if (own.length === 0 && said.trim() !== '')
    return { contact: { phone: said }, note: `Number of the call: ${caller_phone}`, warning: null };
  const heard = hearPhones(said, context);
  const isOwn = heard.is_whole && heard.numbers.every((one) => own.some((other) => isSame(one, other)));
  const note = isOwn ? '' : `Phone given: ${said}`;
  return { contact: { phone: caller_phone }, note, warning: unheard(said, heard) };
}

/** Without a country the codes before two numbers cannot be told apart. */
function isSame(one: FoundPhone, other: FoundPhone): boolean {
  if (one.phone !== null && other.phone !== null)
    return one.phone === other.phone && (one.extension ?? other.extension) === other.extension;
  const end = (found: FoundPhone) => (found.phone ?? found.as_given).replace(/\D/g, '').slice(-8);
  return end(one) === end(other);
}

/**
 * The one number of `hearPhones()` in E.164 form.
 * @returns null for what cannot be read, for several, and without a country
 */
export function readAgentPhone(text: string, context: PhoneContext): string | null {
  const { numbers } = hearPhones(text, context);
  return numbers.length === 1 ? (numbers[0]?.phone ?? null) : null;
}

/** What cannot be read of a text, for whom talks to the customer; null: nothing. */
export function unheard(text: string, { numbers: [first], is_whole }: HeardPhones): string | null {
  if (is_whole) return null;
  const further = 'and tell the team by take_messages.';
  if (first === undefined)
    return `The phone "${text}" cannot be read: ask for it again, digit by digit, ${further}`;
  return first.phone !== null && !first.is_valid
    ? `The phone "${text}" is read as ${first.phone}, whose country has no such number: ask for it again, digit by digit, ${further}`
    : `Only ${first.phone ?? first.as_given} of the phone "${text}" can be read: ask what the rest is, ${further}`;
}

/** @param written the number in the text */
function found(text: string, written: WrittenNumber | null, context: PhoneContext): FoundPhone | null {
  const phone = e164(plainText(text), written?.number ?? null, context);
  // One of them is possible: it would make one person of all who call so.
  if (phone !== null && isWithheldNumber(phone)) return null;
  if (phone !== null) {
    const is_valid = isWhatsappId(text, context) || isValid(phone);
    return { phone, extension: written?.extension ?? null, is_valid };
  }
  return context.phone_region === null ? phoneAsGiven(text) : null;
}

function e164(plain: string, number: string | null, context: PhoneContext): string | null {
  const inContext = contextNumber(plain);
  if (inContext !== null) return possible(inContext);
  if (isNoPhone(plain) || number === null) return null;
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

function isValid(number: string): boolean {
  return parse(number)?.isValid() === true;
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
/** A number, then the parameters or host of a URI, or the device of a WhatsApp id. */
const NUMBER = /^(\+?[\d\s().\-/]*\d)\s*(?:@.*|:\d+@.*|;(?!ext)[a-z].*)?$/is;
/** A number that something follows. */
const BEGINNING = /^(\+?[\d\s().\-/]*\d)\s*(?:[;,:#x/-]|ext).*$/is;

/** The number with its punctuation; null if there is none, or if the text has more than a number. */
function numberIn(text: string): WrittenNumber | null {
  const bare = bareText(plainText(text));
  const number = NUMBER.exec(bare)?.[1];
  return number === undefined ? writtenNumber(bare) : { number, extension: null };
}

function bareText(plain: string): string {
  const address = (/<([^<>]+)>/.exec(plain)?.[1] ?? plain).trim();
  return SCHEME.test(address) ? decoded(address.replace(SCHEME, '')).trim() : spokenNumber(address);
}

function decoded(text: string): string {
  return text.replace(/%2b/gi, '+').replace(/%20/g, ' ');
}

/** Digits that WhatsApp itself gave: it knows numbers that their country has no more, as those of Mexico with a 1. */
function isWhatsappId(text: string, context: PhoneContext): boolean {
  return isWhatsapp(text, context) && /^(?:whatsapp:)?\+?\d+(?:[:@].*)?$/i.test(text.trim());
}

function isWhatsapp(text: string, { channel, chat_id }: PhoneContext): boolean {
  return channel?.toLowerCase() === 'whatsapp' || [text, chat_id ?? ''].some((one) => WHATSAPP.test(one));
}

const WHATSAPP = /^whatsapp:|@(?:s\.whatsapp\.net|c\.us)\b/i;
