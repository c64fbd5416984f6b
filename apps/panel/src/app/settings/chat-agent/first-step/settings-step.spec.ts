import { TestBed } from '@angular/core/testing';
import type { ChatAgentSettingsDto, FirstStep } from '@groupless/shared-dto';
import { openRequest, SETTINGS } from '../../../../testing/chat-agent';
import { type as typeInto } from '../../../../testing/render';
import { clearOverlays, startScreen } from '../../../../testing/settings';
import { Business } from '../../../data/business';
import en from '../i18n/en.json' with { type: 'json' };
import { SettingsStep } from './settings-step';

const NEW: ChatAgentSettingsDto = { ...SETTINGS, name: '', time_zone: 'UTC', services: [] };

afterEach(clearOverlays);

describe('a first step in the settings', () => {
  async function start(step: FirstStep) {
    const done = jest.fn();
    const screen = await startScreen(SettingsStep, {
      texts: { 'chat-agent': en },
      inputs: { step: 'country', done },
    });
    openRequest(screen.http, 'GET').flush(NEW, { headers: { etag: '"1"' } });
    await screen.settle();
    screen.fixture.componentRef.setInput('step', step);
    await screen.settle();
    const answer = async (row: ChatAgentSettingsDto, etag: string, method = 'PUT') => {
      const { request, flush } = openRequest(screen.http, method);
      flush(row, { headers: { etag } });
      await screen.settle();
      return request;
    };
    const field = () => screen.find('input') as HTMLInputElement;
    return { ...screen, answer, done, field };
  }

  it('stores its own part, and is done', async () => {
    const { field, press, answer, done } = await start('name');
    typeInto(field(), 'Salon Ada');
    await press('Save');
    const request = await answer({ ...NEW, name: 'Salon Ada' }, '"2"');

    expect(request.headers.get('if-match')).toBe('"1"');
    expect(request.body).toEqual({ ...NEW, name: 'Salon Ada' });
    expect(done.mock.calls).toEqual([[true]]);
  });

  it('of what it is all for is one press of the answer', async () => {
    const { press, answer, done } = await start('use');
    await press('It gives coding assistants a memory');
    const { body } = await answer({ ...NEW, used_for: 'memory' }, '"2"');

    expect(body).toEqual({ ...NEW, used_for: 'memory' });
    expect(done.mock.calls).toEqual([[true]]);
  });

  it('leaves what somebody else stored meanwhile', async () => {
    const { field, press, answer, settle, http, done } = await start('name');
    typeInto(field(), 'Salon Ada');
    await press('Save');
    openRequest(http, 'PUT').flush(
      { code: 'version_mismatch' },
      { status: 412, statusText: 'Precondition Failed' },
    );
    await settle();
    await answer({ ...NEW, greeting: 'Servus' }, '"2"', 'GET');
    const { body, headers } = await answer(NEW, '"3"');

    expect([headers.get('if-match'), body]).toEqual([
      '"2"',
      { ...NEW, greeting: 'Servus', name: 'Salon Ada' },
    ]);
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('does not put its part over what somebody else stored there, unless it is sent again', async () => {
    const { field, press, answer, settle, http, done, text } = await start('name');
    typeInto(field(), 'Salon Ada');
    await press('Save');
    openRequest(http, 'PUT').flush(
      { code: 'version_mismatch', detail: 'The row is another one.' },
      { status: 412, statusText: 'Precondition Failed' },
    );
    await settle();
    await answer({ ...NEW, name: 'Salon Eve' }, '"2"', 'GET');
    expect(text()).toContain('Somebody else changed it meanwhile.');
    expect([field().value, done.mock.calls]).toEqual(['Salon Ada', []]);
    await press('Save');
    const { headers } = await answer({ ...NEW, name: 'Salon Ada' }, '"3"');

    expect([headers.get('if-match'), done.mock.calls]).toEqual(['"2"', [[true]]]);
  });

  it('saves over the settings that the step began with, not over those that came meanwhile', async () => {
    const { field, press, answer, http } = await start('name');
    typeInto(field(), 'Salon Ada');
    void TestBed.inject(Business).stored.reload();
    await answer({ ...NEW, name: 'Salon Eve' }, '"2"', 'GET');
    await press('Save');

    expect(openRequest(http, 'PUT').request.headers.get('if-match')).toBe('"1"');
  });

  it('takes no empty name', async () => {
    const { press, http, done } = await start('name');
    await press('Save');

    http.expectNone(({ method }) => method === 'PUT');
    expect(done.mock.calls).toEqual([]);
  });

  it('says what was refused, keeps what was typed, and is not done', async () => {
    const { field, press, settle, http, done, text } = await start('name');
    typeInto(field(), 'Salon Ada');
    await press('Save');
    openRequest(http, 'PUT').flush(
      { code: 'invalid_request', errors: [{ field: 'name', code: 'x', message: 'No such name.' }] },
      { status: 400, statusText: 'Bad Request' },
    );
    await settle();

    expect(text()).toContain('No such name.');
    expect([field().value, done.mock.calls]).toEqual(['Salon Ada', []]);
  });

  it('offers the zone of the browser, and a row for the first service', async () => {
    const { field, fixture, settle, findAll } = await start('zone');
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(field().value).toBe(timeZone);
    fixture.componentRef.setInput('step', 'services');
    await settle();

    expect(findAll('input').map((input) => (input as HTMLInputElement).value)).toEqual(['', '30']);
  });
});
