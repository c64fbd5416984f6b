import { proposedCountry } from './proposed-country';

describe('the country that is proposed for phone numbers', () => {
  it.each([
    [['de-AT', 'de'], 'Europe/Vienna', 'AT'],
    [['en-US', 'en'], 'Europe/Vienna', 'AT'],
    [['en-US'], 'America/New_York', 'US'],
    [['de-CH'], 'Nowhere/At_all', 'CH'],
    [['de'], 'UTC', null],
  ])('of %j in %s is %s', (languages, zone, country) => {
    expect(proposedCountry(languages, zone)).toBe(country);
  });
});
