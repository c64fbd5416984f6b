import { TestBed } from '@angular/core/testing';
import { Appearance } from './appearance';
import { Formats } from './formats';

const AT = '2026-11-20T09:30:00.000Z';

describe('how long it is until a time, or since', () => {
  it.each([
    ['2026-11-18T12:00', '2026-11-20T11:00', 'in 2 days'],
    ['2026-11-18T12:00', '2026-11-19T23:00', 'tomorrow'],
    ['2026-11-18T12:00', '2026-11-16T13:00', '2 days ago'],
    ['2026-11-18T23:30', '2026-11-19T00:30', 'in 1 hour'],
    ['2026-11-18T12:00', '2026-11-18T11:00', '1 hour ago'],
    ['2026-11-18T12:00', '2026-11-09T12:00', '9 days ago'],
    ['2026-11-18T12:00', '2026-11-04T12:00', '2 weeks ago'],
    ['2026-11-18T12:00', '2026-10-15T12:00', '1 month ago'],
    ['2026-11-18T12:00', '2026-11-18T12:00', 'now'],
  ])('at %s is said of %s by the days of the business', (now, at, said) => {
    const zone = { formatLocale: () => 'en', businessZone: () => 'Asia/Kolkata', time_zone: () => 'UTC' };
    TestBed.configureTestingModule({ providers: [{ provide: Appearance, useValue: zone }] });
    const instant = (local: string) => Date.parse(`${local}:00+05:30`);

    expect(TestBed.inject(Formats).relative(new Date(instant(at)), instant(now))).toBe(said);
  });
});

describe('what stands beside a field of the browser', () => {
  it.each([
    ['en-GB', '2026-11-20', 'Fri, 20 Nov 2026'],
    ['en-GB', '2026-11-20T15:30', 'Fri, 20 Nov 2026, 15:30'],
    ['en-US', '2026-11-20T15:30', ''],
    ['en-GB', '0202-11-20', ''],
    ['en-GB', '2026-11-20T', ''],
    ['en-GB', '', ''],
  ])('is written as in %s of %s', (locale, local, said) => {
    jest.spyOn(navigator, 'language', 'get').mockReturnValue('en-US');
    const appearance = { formatLocale: () => locale, businessZone: () => 'Asia/Kolkata' };
    TestBed.configureTestingModule({ providers: [{ provide: Appearance, useValue: appearance }] });

    expect(TestBed.inject(Formats).beside(local)).toBe(said);
  });
});

describe('what stands beside a field of a browser that names its language in a form of its own', () => {
  it('is what it is in the language of the panel', () => {
    jest.spyOn(navigator, 'language', 'get').mockReturnValue('en-US@posix');
    const appearance = { formatLocale: () => 'en-GB', businessZone: () => 'Asia/Kolkata' };
    TestBed.configureTestingModule({ providers: [{ provide: Appearance, useValue: appearance }] });

    expect(TestBed.inject(Formats).beside('2026-11-20')).toBe('Fri, 20 Nov 2026');
  });
});

describe('a time that is read outside of the panel', () => {
  it.each([
    ['Asia/Kolkata', 'Nov 20, 2026, 3:00 PM'],
    ['Europe/Vienna', 'Nov 20, 2026, 3:00 PM (Asia/Kolkata, GMT+5:30)'],
  ])(
    'is that of the business, whose zone is named unless it is the one of a reader in %s',
    (time_zone, said) => {
      TestBed.configureTestingModule({
        providers: [
          {
            provide: Appearance,
            useValue: {
              formatLocale: () => 'en',
              businessZone: () => 'Asia/Kolkata',
              time_zone: () => time_zone,
            },
          },
        ],
      });

      expect(TestBed.inject(Formats).dateTimeAndZone(AT).replaceAll('\u202f', ' ')).toBe(said);
    },
  );
});
