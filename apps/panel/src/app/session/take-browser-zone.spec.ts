import { TestBed } from '@angular/core/testing';
import { signal } from '@angular/core';
import type { MeDto, UpdateMeDto } from '@groupless/shared-dto';
import { Me } from './me';
import { Appearance } from '../i18n/appearance';
import { takeBrowserZone, takeChosenLanguage } from './take-browser-zone';

describe('the zone of the browser', () => {
  const user = signal<MeDto | null>(null);
  const taken: [string | undefined, UpdateMeDto][] = [];
  let isAway = false;
  const change = (changes: UpdateMeDto) => {
    if (isAway) return Promise.reject(new Error('away'));
    taken.push([user()?.id, changes]);
    return Promise.resolve();
  };
  const start = (id: string, time_zone = 'UTC') => {
    user.set({ id, time_zone } as MeDto);
    return TestBed.runInInjectionContext(takeBrowserZone);
  };

  beforeEach(() => {
    localStorage.clear();
    taken.splice(0);
    isAway = false;
    const resolvedOptions = () => ({ timeZone: 'Asia/Kathmandu' });
    jest.spyOn(Intl, 'DateTimeFormat').mockReturnValue({ resolvedOptions } as unknown as Intl.DateTimeFormat);
    TestBed.configureTestingModule({ providers: [{ provide: Me, useValue: { user, change } }] });
  });
  afterEach(() => jest.restoreAllMocks());

  it('is taken once for each of two users of one browser, whoever comes again', async () => {
    for (const id of ['ada', 'bob', 'ada', 'bob']) await start(id);

    expect(taken).toEqual([
      ['ada', { time_zone: 'Asia/Kathmandu' }],
      ['bob', { time_zone: 'Asia/Kathmandu' }],
    ]);
  });

  it('is looked up once where it is the zone that accounts begin with', async () => {
    const resolvedOptions = () => ({ timeZone: 'UTC' });
    const lookUp = jest
      .spyOn(Intl, 'DateTimeFormat')
      .mockReturnValue({ resolvedOptions } as unknown as Intl.DateTimeFormat);
    for (const id of ['ada', 'ada']) await start(id);

    expect(lookUp).toHaveBeenCalledTimes(1);
    expect(taken).toEqual([]);
  });

  it('is not taken where the account has a zone', async () => {
    await start('ada', 'Europe/Vienna');

    expect(taken).toEqual([]);
  });

  it('is taken on the next start where the server did not answer', async () => {
    isAway = true;
    await start('ada');
    isAway = false;
    await start('ada');

    expect(taken).toHaveLength(1);
  });
});

describe('the language that was chosen before one logged in', () => {
  it('is taken once by an account that has none, and by nobody who comes later', async () => {
    localStorage.clear();
    const user = signal<MeDto | null>(null);
    const taken: [string | undefined, UpdateMeDto][] = [];
    const change = (changes: UpdateMeDto) => Promise.resolve(void taken.push([user()?.id, changes]));
    const appearance = { chosenOutside: null as string | null };
    TestBed.configureTestingModule({
      providers: [
        { provide: Me, useValue: { user, change } },
        { provide: Appearance, useValue: appearance },
      ],
    });
    const logIn = (id: string, locale: string, chosen: string | null) => {
      if (chosen !== null) appearance.chosenOutside = chosen;
      user.set({ id, locale } as MeDto);
      return TestBed.runInInjectionContext(takeChosenLanguage);
    };
    await logIn('ada', 'en', 'en');
    await logIn('ada', 'en', 'de');
    await logIn('bob', 'en', null);
    await logIn('cy', 'ru', 'de');
    await logIn('ada', 'en', 'fr');
    expect(taken).toEqual([['ada', { locale: 'de' }]]);
  });
});
