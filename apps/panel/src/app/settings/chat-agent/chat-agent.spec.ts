import type { TestRequest } from '@angular/common/http/testing';
import { openRequest as open, SETTINGS, startChatAgent as start } from '../../../testing/chat-agent';
import { eventually, type as typeInto } from '../../../testing/render';
import { clearOverlays, line } from '../../../testing/settings';

const startBusiness = () => start('admin', SETTINGS, 'business');

afterEach(clearOverlays);

describe('the settings of the chat agent', () => {
  it('show what is stored', async () => {
    expect((await start()).input('Name').value).toBe('Mia');
  });

  it('show what is stored of the business, with each stretch of a day', async () => {
    const { input, element } = await startBusiness();
    expect(input('Time zone').value).toBe('Europe/Vienna');
    expect(input('Country of phone numbers').value).toBe('Austria');
    const closings = [...element.querySelectorAll<HTMLInputElement>('[aria-label="Monday, closes"]')];
    expect(closings.map(({ value }) => value.replace(/\s/, ' '))).toEqual(['12:00 PM', '12:00 AM']);
    expect(line(element.querySelector('[aria-label=Sunday]'))).toContain('Closed');
  });

  it('are saved as a whole, for the version that was read', async () => {
    const { input, press, answer, settle, button } = await start();
    expect(button('Save').getAttribute('aria-disabled')).toBe('true');
    typeInto(input('Name'), 'Max');
    await settle();
    await press('Save');
    const request = await answer({ ...SETTINGS, name: 'Max' }, '"2"', 'PUT');

    expect(request.headers.get('if-match')).toBe('"1"');
    expect(JSON.stringify(request.body)).toBe(JSON.stringify({ ...SETTINGS, name: 'Max' }));
    expect(button('Save').getAttribute('aria-disabled')).toBe('true');
  });

  it('name the appointments that are no longer possible, until the list is closed', async () => {
    const { input, press, settle, http, find, text } = await start();
    typeInto(input('Name'), 'Max');
    await settle();
    await press('Save');
    const affected = [1, 2].map((day) => ({ id: `a${day}`, starts_at: `2027-03-0${day}T10:00:00.000Z` }));
    open(http, 'PUT').flush({ ...SETTINGS, name: 'Max', affected }, { headers: { etag: '"2"' } });
    await settle();
    const client = { id: 'k1', name: 'Mrs Smith' };
    const stored = { client, attendee_name: null, title: 'Cut', resource: 'Anna', status: 'confirmed' };
    http.expectOne('/api/appointments/a1').flush({ ...stored, ...affected[0] });
    const moved = { ...stored, id: 'a2', attendee_name: 'Tim', starts_at: '2027-03-09T10:00:00.000Z' };
    http.expectOne('/api/appointments/a2').flush(moved);
    await settle();

    expect(document.activeElement).toBe(find('app-affected-list section'));
    expect(line(find('app-affected-list h2'))).toBe('2 appointments to come are no longer possible');
    expect(text()).toContain('Mrs SmithCut, Anna');
    expect(text()).toMatch(/TimCut, Annamoved to Mar 9, 2027/);
    expect(find('app-affected-list a').getAttribute('href')).toBe('/appointments/a1');
    await press('Close the list');
    expect(text()).not.toContain('Mrs Smith');
  });

  it('are not sent with hours that overlap; the row says so', async () => {
    const { element, press, settle, http } = await startBusiness();
    const [first] = element.querySelectorAll<HTMLInputElement>('[aria-label="Monday, closes"]');
    typeInto(first!, '14:00');
    await settle();
    await press('Save');

    http.expectNone((request) => request.method === 'PUT');
    expect(line(element.querySelector('[aria-label=Monday]'))).toContain('These hours overlap other hours');
  });

  it('take times as they are typed, and write them as the locale does once the field is left', async () => {
    const { element, press, answer, settle } = await startBusiness();
    const opens = element.querySelector<HTMLInputElement>('[aria-label="Monday, opens"]')!;
    for (const [typed, shown] of [
      ['10:00', '10:00 AM'],
      ['8', '8:00 AM'],
      ['8:30 am', '8:30 AM'],
    ] as const) {
      typeInto(opens, typed);
      await settle();
      expect(opens.value).toBe(typed);
      opens.dispatchEvent(new Event('change'));
      await settle();
      expect(opens.value.replace(/\s/, ' ')).toBe(shown);
    }
    await press('Save');
    const [monday, ...others] = SETTINGS.working_hours;
    const working_hours = [{ ...monday!, opens: '08:30' }, ...others];
    const { body } = await answer({ ...SETTINGS, working_hours }, '"2"', 'PUT');

    expect(JSON.stringify(body)).toBe(JSON.stringify({ ...SETTINGS, working_hours }));
  });

  it('say how a time is written, where it is none', async () => {
    const { element, press, settle, http } = await startBusiness();
    const [closes] = element.querySelectorAll<HTMLInputElement>('[aria-label="Monday, closes"]');
    typeInto(closes!, 'noon');
    await settle();
    await press('Save');

    http.expectNone((request) => request.method === 'PUT');
    expect(line(element.querySelector('[aria-label=Monday]'))).toContain('Write the time like 9:00 AM.');
    expect(closes!.value).toBe('noon');
  });

  it('say where resources and services are, and keep what these have', async () => {
    const { find, element, input, press, answer, settle } = await startBusiness();
    expect(find('app-booking-settings a').getAttribute('href')).toBe('/settings/resources');
    expect(element.querySelectorAll('app-services-field, app-resource-hours')).toHaveLength(0);
    typeInto(input('Buffer, in minutes'), '5');
    await settle();
    await press('Save');
    const { resources, services, working_hours, schedules } = SETTINGS;
    const { body } = await answer({ ...SETTINGS, buffer_minutes: 5 }, '"2"', 'PUT');
    expect(body).toMatchObject({ resources, services, working_hours, schedules });
  });

  it('of somebody else are shown by a choice: theirs, or mine over them', async () => {
    const { input, press, answer, settle, http, element, button } = await start();
    typeInto(input('Name'), 'Max');
    await settle();
    await press('Save');
    open(http, 'PUT').flush({ code: 'version_mismatch' }, { status: 412, statusText: 'Precondition Failed' });
    await settle();
    await answer({ ...SETTINGS, name: 'Eve' }, '"2"');
    expect(line(element.querySelector('.newer'))).toContain('Somebody else has saved');
    expect([input('Name').value, button('Save').disabled]).toEqual(['Max', true]);

    await press('Keep mine, to save over theirs');
    await press('Save');
    const request = await answer({ ...SETTINGS, name: 'Max' }, '"3"', 'PUT');
    expect(request.headers.get('if-match')).toBe('"2"');
  });

  it('of somebody else in another part stay, and mine are saved over that version without a question', async () => {
    const { input, press, answer, settle, http, element } = await start();
    typeInto(input('Name'), 'Max');
    await settle();
    await press('Save');
    open(http, 'PUT').flush({ code: 'version_mismatch' }, { status: 412, statusText: 'Precondition Failed' });
    await settle();
    await answer({ ...SETTINGS, greeting: 'Hello' }, '"2"');
    const request = await answer({ ...SETTINGS, greeting: 'Hello', name: 'Max' }, '"3"', 'PUT');

    expect(request.headers.get('if-match')).toBe('"2"');
    expect(request.body).toMatchObject({ greeting: 'Hello', name: 'Max' });
    expect(element.querySelector('.newer')).toBeNull();
  });

  it('follow a change elsewhere at once when nothing was typed', async () => {
    const { input, answer, tell, settle } = await start();
    tell();
    await settle();
    await answer({ ...SETTINGS, name: 'Eve' }, '"2"');

    expect(input('Name').value).toBe('Eve');
  });

  it('are only read by who is no admin', async () => {
    const { element, button, text } = await start('viewer');

    expect(button('Save')).toBeUndefined();
    expect(element.querySelector<HTMLFieldSetElement>('fieldset.all')?.disabled).toBe(true);
    expect(text()).toContain('an admin can change them');
    expect(text()).not.toContain('Simulate a booking');
  });

  it('put what the server refuses at its field', async () => {
    const { input, press, settle, http } = await startBusiness();
    typeInto(input('Buffer, in minutes'), '5');
    await settle();
    await press('Save');
    const errors = [{ field: 'time_zone', code: 'not_allowed', message: 'time_zone must be a time zone.' }];
    open(http, 'PUT').flush({ code: 'invalid_request', errors }, { status: 400, statusText: 'Bad Request' });
    await settle();

    const described = input('Time zone').getAttribute('aria-describedby') ?? '';
    const said = described.split(' ').map((id) => line(document.getElementById(id)));
    expect(said.join(' ')).toContain('time_zone must be a time zone.');
  });
});

describe('the time zone of the chat agent', () => {
  it('is what was typed, without a choice from the list', async () => {
    const { input, press, settle, answer } = await startBusiness();
    const zone = input('Time zone');
    zone.focus();
    typeInto(zone, 'europe/london');
    await settle();
    leaveByTab(zone);
    await settle();
    expect(zone.value).toBe('Europe/London');
    await press('Save');

    const request = await answer({ ...SETTINGS, time_zone: 'Europe/London' }, '"2"', 'PUT');
    expect(request.body).toMatchObject({ time_zone: 'Europe/London' });
  });

  it('that does not exist stays in its field with an error, and is not sent', async () => {
    const { input, press, settle, http, text } = await startBusiness();
    const zone = input('Time zone');
    zone.focus();
    typeInto(zone, 'Nowhere/Land');
    await settle();
    leaveByTab(zone);
    await settle();
    expect(line(describing(zone))).toContain('Choose an entry from the list.');
    await press('Save');

    http.expectNone((request) => request.method === 'PUT');
    expect(zone.value).toBe('Nowhere/Land');
    await press('Discard');
    expect(zone.value).toBe('Europe/Vienna');
    expect(text()).not.toContain('Choose an entry from the list.');
  });
});

function leaveByTab(field: HTMLElement): void {
  const key = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true });
  // Material reads the code of a key, which a made event does not have by itself.
  Object.defineProperty(key, 'keyCode', { value: 9 });
  field.dispatchEvent(key);
  field.blur();
}

function describing(control: HTMLElement) {
  return document.getElementById(control.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '');
}

describe('a simulated booking', () => {
  it('tries the chosen time, and says what the agent would get', async () => {
    const { http, element, press, settle, text } = await start();
    const slot = { starts_at: '2026-11-23T09:00:00.000Z', ends_at: '2026-11-23T09:45:00.000Z' };
    let asked: TestRequest[] = [];
    await eventually(
      () => (asked = http.match((request) => request.url === '/api/appointments/availability')).length > 0,
    );
    const free = asked[0]!;
    expect(free.request.params.get('duration_minutes')).toBe('45');
    free.flush({ date: '2026-11-23', time_zone: 'Europe/Vienna', resource: 'main', slots: [slot] });
    await settle();
    expect(line(element.querySelector('.slots'))).toContain('10:00 AM');
    element.querySelector<HTMLInputElement>('input[type=radio]')?.click();
    await settle();
    await press('Simulate');
    const tried = http.expectOne((request) => request.url === '/api/appointments');
    expect(tried.request.params.get('dry_run')).toBe('true');
    expect(tried.request.body).toMatchObject({ ...slot, title: 'Check', resource: 'main' });
    tried.flush({
      ...slot,
      client: { id: 'c', name: 'Ada Lovelace' },
      title: 'Check',
      resource: 'main',
      status: 'confirmed',
    });
    await settle();

    expect(text()).toMatch(/Monday, November 23, 2026, 10:00\s–\s10:45\sAM/);
    expect(text()).toContain('Nothing was stored');
  });
});
