import * as fc from 'fast-check';
import {
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/examples.mobile.json';
import { hearPhones, readAgentPhone, unheard, type PhoneContext } from './agent-phone';

const REGIONS = [
  'US',
  'GB',
  'DE',
  'AT',
  'CH',
  'FR',
  'IT',
  'ES',
  'PL',
  'CZ',
  'SE',
  'TR',
  'IL',
  'IN',
  'JP',
  'KR',
  'AU',
  'BR',
  'MX',
  'ZA',
] as CountryCode[];

const example = (region: CountryCode) => {
  const number = getExampleNumber(region, examples);
  if (number === undefined || !isSupportedCountry(region))
    throw new Error(`There is no example of ${region}.`);
  return number;
};

interface Case {
  text: string;
  context: PhoneContext;
  right: string;
}

/** How platforms and people spell one number: anywhere, and in its own country. */
function spellings(of: CountryCode, phone_region: CountryCode): Case[] {
  const number = example(of);
  const { number: right } = number;
  const digits = right.slice(1);
  const international = number.formatInternational();
  const context = { phone_region };
  const whatsapp = { phone_region, channel: 'whatsapp' };
  const anywhere = [
    { text: digits, context: whatsapp },
    { text: `whatsapp:${right}`, context },
    { text: `${digits}@s.whatsapp.net`, context },
    { text: `sip:${right}@voice.example.com;transport=tls`, context },
    { text: number.getURI(), context },
    { text: `${international} ext. 5`, context },
    { text: international, context },
  ];
  const atHome = [
    { text: digits, context },
    { text: `sip:${digits}@10.0.0.7:5060`, context },
    { text: number.formatNational(), context },
    { text: `tel:${number.formatNational().replace(/\s/g, '-')};ext=12`, context },
  ];
  return [...anywhere, ...(of === phone_region ? atHome : [])].map((one) => ({ ...one, right }));
}

const CASES = REGIONS.flatMap((phone_region) => REGIONS.flatMap((of) => spellings(of, phone_region)));

describe('a phone number from an agent', () => {
  it(`is read right in each of ${CASES.length} spellings of 20 regions`, () => {
    expect(CASES.length).toBeGreaterThan(2_000);
    const wrong = CASES.filter(({ text, context, right }) => readAgentPhone(text, context) !== right);
    expect(wrong).toEqual([]);
  });

  it('in digits without +, from abroad, is of the own country only where it is valid there', () => {
    for (const phone_region of REGIONS) {
      for (const of of REGIONS.filter((region) => region !== phone_region)) {
        const { number: right } = example(of);
        const own = parsePhoneNumberFromString(right.slice(1), phone_region);
        const expected = own?.isValid() === true ? own.number : right;
        expect(readAgentPhone(right.slice(1), { phone_region })).toBe(expected);
      }
    }
  });

  it.each<[text: string, context: PhoneContext, read: string | null]>([
    ['491705550099', { phone_region: 'DE' }, '+491705550099'],
    ['491705550099', { phone_region: 'AT' }, '+491705550099'],
    ['491705550099', { phone_region: 'US' }, '+491705550099'],
    ['491705550099', { phone_region: 'GB' }, '+491705550099'],
    ['+49 (0) 170 5550099', { phone_region: 'US' }, '+491705550099'],
    ['0049 170 5550099', { phone_region: 'US' }, '+491705550099'],
    ['011 49 170 5550099', { phone_region: 'US' }, '+491705550099'],
    ['0170 5550099', { phone_region: 'DE', channel: 'whatsapp' }, '+491705550099'],
    ['(555) 123-4567', { phone_region: 'US' }, '+15551234567'],
    ['(212) 555-0123', { phone_region: 'US' }, '+12125550123'],
    ['212.555.0123 x5', { phone_region: 'US' }, '+12125550123'],
    ['1-212-555-0123', { phone_region: 'US' }, '+12125550123'],
    ['\u202a+49\u00a0170\u00a05550099\u202c', { phone_region: 'US' }, '+491705550099'],
    ['＋４９ １７０ ５５５００９９', { phone_region: 'US' }, '+491705550099'],
    ['tel:0170-5550099;phone-context=+49', { phone_region: 'AT' }, '+491705550099'],
    ['"Jana" <sip:%2B491705550099@example.com>', { phone_region: 'US' }, '+491705550099'],
    ['491705550099:12@s.whatsapp.net', { phone_region: 'AT' }, '+491705550099'],
    ['43664123456', { phone_region: 'DE', chat_id: 'whatsapp:+43664123456' }, '+43664123456'],
    ['120363025246125486@g.us', { phone_region: 'DE' }, null],
    ['204775436513280@lid', { phone_region: 'DE', channel: 'whatsapp' }, null],
    ['sip:jana@example.com', { phone_region: 'DE' }, null],
    ['the one with 7 at the end', { phone_region: 'DE' }, null],
    ['+49 170 5550099 or +49 171 5550099', { phone_region: 'DE' }, null],
    ['anonymous', { phone_region: 'DE' }, null],
    ['12', { phone_region: 'US' }, null],
    ['999999999999999', { phone_region: 'US' }, null],
    ['+0049170', { phone_region: 'US' }, null],
    ['', { phone_region: 'US' }, null],
    [`+49${' '.repeat(10_000)}x`, { phone_region: 'US' }, null],
  ])('%j with %j is %s', (text, context, read) => {
    expect(readAgentPhone(text, context)).toBe(read);
  });

  it.each<[text: string, numbers: string[], is_whole: boolean]>([
    ['0170 5550099, 0171 5550099', ['+491705550099', '+491715550099'], true],
    ['0170 5550099/0171 5550099', ['+491705550099', '+491715550099'], true],
    ['+49 170 5550099 or +49 171 5550099', ['+491705550099', '+491715550099'], true],
    ['0170 5550099, 0170 5550099', ['+491705550099', '+491705550099'], true],
    ['0170 5550099, Mutter', ['+491705550099'], true],
    ['tel:+49-170-5550099;ext=7', ['+491705550099'], true],
    ['030 1234567 DW 22', ['+49301234567'], true],
    ['0170 5550099, 83', ['+491705550099'], false],
    ['0170 5550099, call after 5', ['+491705550099'], false],
    ['0170 5550099, 0171', ['+491705550099'], false],
    ['+49 151 33522312 / 183', ['+4915133522312'], false],
    ['+49 151 33522312/83', ['+4915133522312'], false],
    ['+49 151 - 33522312 - 83', ['+4915133522312'], false],
    ['+49 151 33522312 183', ['+4915133522312183'], false],
    ['0170 5550099 / +49 151 33522312183', ['+491705550099'], false],
    ['+49 151', [], false],
    ['+86282452253', [], false],
    ['eins zwei', [], false],
    [' ', [], true],
  ])('%j has the numbers %j; whole: %s', (text, numbers, is_whole) => {
    const heard = hearPhones(text, { phone_region: 'DE' });
    expect(heard.numbers.map(({ phone }) => phone)).toEqual(numbers);
    expect(heard.is_whole).toBe(is_whole);
    const left = is_whole ? null : expect.stringContaining(`"${text}"`);
    expect(unheard(text, heard)).toEqual(left);
  });

  it('is a number in E.164 form or none, whatever was sent, and reads itself', () => {
    const sent = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789+-() .;:@x<>=/%')) }),
    );
    fc.assert(
      fc.property(sent, fc.constantFrom(...REGIONS), fc.boolean(), (text, phone_region, isWhatsapp) => {
        const read = readAgentPhone(text, { phone_region, channel: isWhatsapp ? 'whatsapp' : null });
        if (read === null) return;
        expect(read).toMatch(/^\+\d{4,15}$/);
        expect(readAgentPhone(read, { phone_region })).toBe(read);
      }),
      { numRuns: 2_000 },
    );
  });
});
