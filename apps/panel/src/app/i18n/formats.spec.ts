import { TestBed } from '@angular/core/testing';
import { Appearance } from '../session/appearance';
import { Formats } from './formats';

const AT = '2026-11-20T09:30:00.000Z';

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
            useValue: { locale: () => 'en', business_zone: () => 'Asia/Kolkata', time_zone: () => time_zone },
          },
        ],
      });

      expect(TestBed.inject(Formats).dateTimeAndZone(AT).replaceAll('\u202f', ' ')).toBe(said);
    },
  );
});
