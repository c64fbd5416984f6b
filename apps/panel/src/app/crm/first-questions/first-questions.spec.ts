import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { ApplicationInitStatus, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { ChatAgentSettingsDto, MeDto } from '@groupless/shared-dto';
import { appConfig } from '../../app.config';
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
        { provide: Business, useValue: { settings: signal(settings), isKnown: signal(true) } },
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
    ['never where the settings could not be read', true, null, 0],
  ])('come %s', async (_, isAdmin, settings, times) => {
    expect(await asked(isAdmin, settings)).toBe(times);
  });

  it('wait for the settings, and show the form of the first with what the application provides', async () => {
    TestBed.configureTestingModule({ providers: [...appConfig.providers, provideHttpClientTesting()] });
    const http = TestBed.inject(HttpTestingController);
    http
      .match('/api/auth/refresh')
      .forEach((request) => request.flush(null, { status: 401, statusText: '' }));
    await TestBed.inject(ApplicationInitStatus).donePromise;
    await TestBed.inject(Session).show({ id: 'u1', role: 'admin', locale: 'en', time_zone: 'UTC' } as MeDto);
    const asking = TestBed.inject(FirstQuestions).ask();
    const settings: Partial<ChatAgentSettingsDto> = {
      ...{ name: 'Salon Ada', time_zone: 'UTC', time_zone_chosen: false, phone_region: null },
      ...{ working_hours: [], services: [], closures: [], resources: [] },
    };
    const read = () => http.match('/api/settings/chat-agent');
    let reads = read();
    await isThere(() => (reads = [...reads, ...read()]).length > 0);
    for (const request of reads) request.flush(settings);
    const form = () => document.querySelector('app-first-questions-dialog app-region-field');
    await Promise.race([asking, isThere(() => form() !== null)]);
    expect(form()).not.toBeNull();
    TestBed.inject(Dialogs).closeAll();
    await asking;
  });
});

async function isThere(is: () => boolean): Promise<void> {
  while (!is()) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
