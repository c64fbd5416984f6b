import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';

/**
 * A phone number in E.164 form. It only has to be possible (of a length that its country has).
 * @param phone_region ISO 3166 code of the country whose numbers come without a prefix
 * @returns null for what is no number, or has an extension, which E.164 cannot hold
 */
export function normalisePhone(text: string, phone_region: string): string | null {
  const options = { defaultCountry: phone_region as CountryCode, extract: false };
  const number = parsePhoneNumberFromString(text, options);
  return number?.isPossible() === true && number.ext === undefined ? number.number : null;
}
