import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Business } from '../../data/business';
import { FeatureTexts } from '../../i18n/feature-texts';
import { Session } from '../../session/session';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { FirstQuestions } from './first-questions';

describe('the questions before the first data', () => {
  const asked = async (isAdmin: boolean, settings: object | null) => {
    const load = jest.fn(() => Promise.resolve());
    TestBed.configureTestingModule({
      providers: [
        { provide: Business, useValue: { settings: signal(settings) } },
        { provide: FeatureTexts, useValue: { add: () => Promise.resolve() } },
        { provide: Session, useValue: { isAdmin: signal(isAdmin) } },
        { provide: Dialogs, useValue: { load } },
      ],
    });
    const questions = TestBed.inject(FirstQuestions);
    await questions.ask();
    await questions.ask();
    return load.mock.calls.length;
  };

  it.each([
    ['once', true, { phone_region: null, time_zone_chosen: false }, 1],
    ['for the zone alone', true, { phone_region: 'AT', time_zone_chosen: false }, 1],
    ['never where both are chosen', true, { phone_region: 'AT', time_zone_chosen: true }, 0],
    ['never by a server that does not ask', true, { phone_region: 'AT' }, 0],
    ['never to somebody who could not answer', false, { phone_region: null, time_zone_chosen: false }, 0],
    ['never before the settings are read', true, null, 0],
  ])('come %s', async (_, isAdmin, settings, times) => {
    expect(await asked(isAdmin, settings)).toBe(times);
  });
});
