import { formatLocale } from './format-locale';

const OF = { locale: 'en', formats: null, browser: ['en-GB', 'en'], country: 'US' };

describe('how dates and numbers are written', () => {
  it.each([
    ['as the profile says', { formats: 'de-AT' }, 'en-AT'],
    ['in the region of the locale', { locale: 'en-CA' }, 'en-CA'],
    ['in the region of the browser', {}, 'en-GB'],
    ['in the country of the business where the browser names none', { browser: ['en'] }, 'en-US'],
    [
      'in the country of the business where the browser has another language',
      { locale: 'ru', country: 'KZ' },
      'ru-KZ',
    ],
    [
      'in the country of the business where the browser is English as anywhere',
      { browser: ['en-US', 'en'], country: 'AT' },
      'en-AT',
    ],
    ['in the region of the browser alone', { browser: ['en-US'], country: undefined }, 'en-US'],
    ['in the language where no region is known', { browser: ['en'], country: undefined }, 'en'],
    ['as in Britain where a country has no English of its own', { browser: ['en'], country: 'AQ' }, 'en-GB'],
  ])('is %s', (_, given, tag) => {
    expect(formatLocale({ ...OF, ...given })).toBe(tag);
  });

  it('is a day first in Britain, and a month first in the United States', () => {
    const written = (tag: string) =>
      new Intl.DateTimeFormat(tag, { timeZone: 'UTC' }).format(new Date('2026-11-26T12:00:00Z'));
    expect(written(formatLocale(OF))).toBe('26/11/2026');
    expect(written(formatLocale({ ...OF, browser: ['en-US'] }))).toBe('11/26/2026');
  });
});
