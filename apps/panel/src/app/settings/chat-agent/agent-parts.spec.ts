import { getCountries } from 'libphonenumber-js/min';
import { zoneChoices } from '../zone-choices';
import { PHONE_REGIONS } from '../../crm/phone-regions';
import { languageOfTag } from './choices';
import { agentCurls } from './connection/agent-curls';
import { clockOf, localClock, toClock } from './hours/clock';
import { overlapping, withCopies, withStretch } from './hours/working-week';

const hours = (day: number, opens: string, closes: string) => ({ day, opens, closes });
const SETTINGS = {
  name: '',
  greeting: '',
  language: 'en',
  time_zone: 'UTC',
  time_zone_chosen: true,
  phone_region: 'US',
  working_hours: [],
  slot_minutes: 30,
  resources: ["Mia's room"],
  unnamed_resource: null,
  services: [{ name: 'Check', duration_minutes: 45 }],
  auto_confirm: false,
  enabled: true,
  agent_hours: 'working' as const,
  closures: [],
  notice_minutes: 0,
  buffer_minutes: 0,
  agent_lookup: 'phone_and_name' as const,
  cancel_notice_minutes: 0,
  cancel_late: 'keep' as const,
  horizon_days: 365,
  feed_notes: false,
  agents_on_grid: false,
  used_for: null,
  phone: '',
  business_name: '',
  address: '',
  schedules: [],
};

describe('a time of the day', () => {
  it.each([
    ['9', '09:00'],
    ['930', '09:30'],
    ['9.30', '09:30'],
    ['1800', '18:00'],
    ['24', '24:00'],
    ['24:30', '24:30'],
    ['noon', 'noon'],
    ['17:30', '17:30'],
    ['9 AM', '09:00'],
    ['9:00\u202fAM', '09:00'],
    ['930pm', '21:30'],
    ['5.30 p.m.', '17:30'],
    ['12 AM', '00:00'],
    ['12:30 PM', '12:30'],
    ['13 PM', '13 PM'],
    ['0 AM', '0 AM'],
    ['9 XM', '9 XM'],
  ])('typed as %s is %s', (typed, clock) => {
    expect(toClock(typed)).toBe(clock);
  });

  it('at which something ends may be the end of the day', () => {
    expect(['12 AM', '0', '00:00', '24'].map((typed) => toClock(typed, true))).toEqual(
      Array(4).fill('24:00'),
    );
    expect(toClock('12 PM', true)).toBe('12:00');
  });

  it.each([
    ['09:00', 'en', '9:00 AM'],
    ['17:30', 'en-US', '5:30 PM'],
    ['00:00', 'en', '12:00 AM'],
    ['17:30', 'en-GB', '17:30'],
    ['09:00', 'ru', '09:00'],
    ['9 XM', 'en', '9 XM'],
    // Nothing that a person could type there again.
    ['17:30', 'ar-EG', '17:30'],
    ['17:30', 'ko', '17:30'],
  ])('%s is shown in %s as %s', (clock, locale, shown) => {
    expect(localClock(clock, locale).replace(/\s/, ' ')).toBe(shown);
  });

  it.each(['en', 'en-GB', 'ru', 'fi', 'de', 'bg', 'fr-CA', 'ar-EG', 'ja'])(
    'of each quarter of an hour is read again as it was in %s',
    (locale) => {
      const clocks = Array.from({ length: 97 }, (_, quarter) => clockOf(quarter * 15));
      for (const clock of clocks) {
        const ends = clock === '24:00';
        expect(toClock(localClock(clock, locale, ends), ends)).toBe(clock);
      }
    },
  );

  it('is the end of the day also where that is called 12', () => {
    expect(localClock('24:00', 'en', true).replace(/\s/, ' ')).toBe('12:00 AM');
    expect([localClock('24:00', 'ru', true), localClock('24:00', 'en')]).toEqual(['24:00', '24:00']);
  });
});

describe('a working week', () => {
  it('gets another stretch an hour after the last one, at most to the end of the day', () => {
    expect(withStretch([], 1)).toEqual([hours(1, '09:00', '18:00')]);
    expect(withStretch([hours(1, '09:00', '12:00')], 1)?.at(-1)).toEqual(hours(1, '13:00', '15:00'));
    expect(withStretch([hours(1, '09:00', '22:00')], 1)?.at(-1)).toEqual(hours(1, '23:00', '24:00'));
    expect(withStretch([hours(1, '09:00', '23:30')], 1)).toBeNull();
  });

  it('copies a day over others, closed ones too', () => {
    const week = [hours(1, '09:00', '12:00'), hours(1, '13:00', '24:00'), hours(2, '10:00', '11:00')];
    expect(withCopies(week, 1, [1, 2])).toEqual([
      hours(1, '09:00', '12:00'),
      hours(1, '13:00', '24:00'),
      hours(2, '09:00', '12:00'),
      hours(2, '13:00', '24:00'),
    ]);
    expect(withCopies(week, 3, [1, 2])).toEqual([]);
  });

  it('has no hours that overlap on a day; those that touch do not', () => {
    const week = [hours(1, '09:00', '12:00'), hours(1, '12:00', '13:00'), hours(1, '11:00', '24:00')];
    expect(overlapping(week)).toEqual([2]);
    expect(overlapping([hours(1, '09:00', '12:00'), hours(2, '09:00', '12:00')])).toEqual([]);
  });
});

describe('what can be chosen', () => {
  it('are the countries whose numbers can be read', () => {
    expect(PHONE_REGIONS).toEqual(getCountries());
  });

  it('are zones with UTC and the present one among them', () => {
    const zones = zoneChoices('Etc/GMT+5', 'en').map(({ value }) => value);
    expect(zones).toEqual(expect.arrayContaining(['UTC', 'Europe/Vienna', 'Etc/GMT+5']));
  });

  it('are languages by their tag, in its canonical spelling', () => {
    expect(languageOfTag('DE-at', 'en')).toMatchObject({ value: 'de-AT', label: 'Austrian German' });
    expect(languageOfTag('not a tag', 'en')).toBeNull();
    expect(['deutsch', 'xx'].map((text) => languageOfTag(text, 'en'))).toEqual([null, null]);
  });
});

describe('the commands to try the agent', () => {
  it('book nothing, name no key, and hold together in a shell', () => {
    const { booking } = agentCurls('http://127.0.0.1:3000', SETTINGS, '2026-11-23');

    expect(booking).toContain('/api/appointments?dry_run=true');
    expect(booking).toContain('"x-api-key: $AGENT_API_KEY"');
    expect(booking).toContain(String.raw`"resource":"Mia'\''s room"`);
    expect(booking).toContain('"title":"Check","duration_minutes":45,"starts_at":"2026-11-23T10:00:00"');
  });
});
