import type { TestRequest } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { type as typeInto } from '../../../testing/render';
import {
  answerList,
  anAppointment,
  resourcesNamed,
  SCREEN,
  showAppointments,
} from '../../../testing/appointments';
import type { AppointmentDto, ChatAgentSettingsDto, ScheduleDto } from '@groupless/shared-dto';
import { BookableResources } from '../bookable-resources';
import { BookableServices } from '../bookable-services';
import { BookingDialog } from './booking-dialog';
import type { BookingWish } from './booking-wish';

afterEach(() => document.body.replaceChildren());

const CLIENT = { id: 'c1', name: 'Jana Nováková' };
const CUT = { id: 'haircut', name: 'Haircut', duration_minutes: 45, buffer_minutes: 0 };
const AT = { starts_at: '2026-11-20T09:30:00.000Z', ends_at: '2026-11-20T10:00:00.000Z' };

async function start(
  wish: BookingWish = {},
  more: { business?: Partial<ChatAgentSettingsDto>; rows?: AppointmentDto[] } = {},
) {
  const closed: unknown[] = [];
  const dialog = {
    config: {},
    close: (result?: unknown) => closed.push(result),
  };
  const shown = await showAppointments(BookingDialog, {
    ...more,
    providers: [
      ...SCREEN,
      { provide: DIALOG_DATA, useValue: { ...AT, ...wish } },
      { provide: DialogRef, useValue: dialog },
    ],
  });
  await shown.pause(20);
  const field = (label: string) => {
    const found = shown.findAll('label').find((one) => one.textContent.trim().startsWith(label));
    return document.getElementById(found?.getAttribute('for') ?? '') as HTMLInputElement;
  };
  const booked = () => shown.http.expectOne({ method: 'POST', url: '/api/appointments' });
  /** The question whose the number of the new client is. */
  const triedFor = () => shown.http.expectOne({ method: 'POST', url: '/api/appointments?dry_run=true' });
  return { ...shown, closed, field, booked, triedFor };
}

describe('a booking', () => {
  // The free times of days that are over are not asked for.
  beforeEach(() => jest.setSystemTime(new Date('2026-11-20T06:00:00Z')));

  it('is sent for the client and the time that were chosen', async () => {
    const { press, booked, closed, pause } = await start({ client: CLIENT, resource: 'room 2' });
    await press('Book');
    const sent = booked();
    sent.flush(anAppointment());
    await pause(20);

    expect(sent.request.body).toEqual({
      client_id: 'c1',
      title: '',
      resource_id: 'r2',
      starts_at: AT.starts_at,
      duration_minutes: 30,
      notes: '',
    });
    expect(closed).toHaveLength(1);
  });

  it('is of whom the name meant when it was chosen, though another one is called so by now', async () => {
    const { press, booked, pause, http } = await start({ client: CLIENT, resource: 'room 2' });
    void TestBed.inject(BookableResources).read.reload();
    const [main, room, other] = resourcesNamed(['main', 'room 3', 'room 2']);
    http.expectOne('/api/resources').flush([main, room, other]);
    await pause(20);
    await press('Book');
    expect(booked().request.body).toMatchObject({ resource_id: 'r2' });
  });

  it('offers no service that has left', async () => {
    const { find, http, pause } = await start();
    void TestBed.inject(BookableServices).read.reload();
    const rows = ['Haircut', 'Perm'].map((name) => ({ ...CUT, id: name.toLowerCase(), name }));
    const archived_at = ['2026-01-01T00:00:00.000Z', null];
    http.expectOne('/api/services').flush(rows.map((one, at) => ({ ...one, archived_at: archived_at[at] })));
    await pause(20);
    const choices = [...(find('app-service-fields select')?.querySelectorAll('option') ?? [])];
    expect(choices.map(({ textContent }) => textContent.trim())).toEqual(['None', 'Perm, 45 min']);
  });

  it('is sent by Ctrl and Enter from any of its fields', async () => {
    const { field, booked, press } = await start({ client: CLIENT });
    await press('Notes…');
    const key = new KeyboardEvent('keydown', {
      key: 'Enter',
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    });
    field('Notes').dispatchEvent(key);

    expect((booked().request.body as { client_id: string }).client_id).toBe('c1');
  });

  it('is not sent by keys that are pressed outside of it, as in a confirmation above', async () => {
    const { http } = await start({ client: CLIENT });
    const above = document.body.appendChild(document.createElement('button'));
    above.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }));

    http.expectNone({ method: 'POST' });
  });

  it('says that less than the buffer is left on either side, and is sent all the same', async () => {
    const rows = [
      anAppointment({ id: 'i', ends_at: '2026-11-20T09:25:00.000Z', client: { id: 'c2', name: 'Ida' } }),
      anAppointment({
        ...{ id: 'u', client: { id: 'c3', name: 'Udo' } },
        ...{ starts_at: '2026-11-20T10:10:00.000Z', ends_at: '2026-11-20T11:00:00.000Z' },
      }),
    ];
    const { listed, text, press, booked } = await start(
      { client: CLIENT },
      { business: { buffer_minutes: 15 }, rows },
    );
    const around = listed.find((params) => params.get('resource') === 'main');
    expect([around?.get('from'), around?.get('to')]).toEqual([
      '2026-11-20T09:15:00.000Z',
      '2026-11-20T10:15:00.000Z',
    ]);
    expect(text()).toContain('Only 5 min after Ida; the buffer is 15 min. You can still book it.');
    expect(text()).toContain('Only 10 min before Udo; the buffer is 15 min. You can still book it.');
    await press('Book');
    booked();
  });

  it('says that less is left than the service of the one before keeps free', async () => {
    const ends_at = '2026-11-20T09:15:00.000Z';
    const colour = { name: 'Colour', duration_minutes: 90, buffer_minutes: 20 };
    const visit = [CUT, { ...colour, id: 'colour' }];
    const before = anAppointment({ ends_at, services: visit, client: { id: 'c2', name: 'Ida' } });
    const { text } = await start(
      { client: CLIENT },
      { business: { buffer_minutes: 10, services: [colour] }, rows: [before] },
    );
    expect(text()).toContain('Only 15 min after Ida; the buffer is 20 min. You can still book it.');
  });

  it('offers the free times of the day, for the length and the resource that are asked for', async () => {
    const { http, press, field, booked, pause } = await start({ client: CLIENT, resource: 'room 2' });
    const asked = http.expectOne(({ url }) => url === '/api/appointments/availability');
    expect(asked.request.params.toString()).toBe(
      'date=2026-11-20&days=7&duration_minutes=30&resource=room%202&new_resource=true',
    );
    const slots = [{ starts_at: '2026-11-20T13:00:00.000Z', ends_at: '2026-11-20T13:30:00.000Z' }];
    asked.flush({ date: '2026-11-20', time_zone: 'Europe/Vienna', resource: 'room 2', slots });
    await pause(20);
    expect(field('Minutes').value).toBe('30');
    await press('2:00 PM');
    await press('Book');

    expect((booked().request.body as { starts_at: string }).starts_at).toBe('2026-11-20T13:00:00.000Z');
  });

  it('shows sixteen of the free times of a day, and all of them when asked to', async () => {
    const { http, press, findAll, pause } = await start({ client: CLIENT });
    const slots = Array.from({ length: 20 }, (_, quarter) => {
      const at = Date.parse('2026-11-20T08:00:00.000Z') + quarter * 900_000;
      return {
        starts_at: new Date(at).toISOString(),
        ends_at: new Date(at + 1_800_000).toISOString(),
      };
    });
    http
      .expectOne(({ url }) => url === '/api/appointments/availability')
      .flush({ date: '2026-11-20', time_zone: 'Europe/Vienna', resource: 'main', slots });
    await pause(20);
    expect(findAll('app-free-times .times button')).toHaveLength(16);
    await press('Show all 20 free times of the day');
    expect(findAll('app-free-times .times button')).toHaveLength(20);
    expect(findAll('app-free-times .link-button')).toEqual([]);
  });

  it('has the days beside the asked one, with how much is free, and names the next free time where nothing is', async () => {
    const { http, press, find, findAll, booked, pause, text } = await start({ client: CLIENT });
    const slots = [24, 24, 26].map((day, index) => ({
      starts_at: `2026-11-${day}T${8 + index}:00:00.000Z`.replace('T8', 'T08').replace('T9', 'T09'),
      ends_at: `2026-11-${day}T${10 + index}:00:00.000Z`,
    }));
    const asked = http.expectOne(({ url }) => url === '/api/appointments/availability');
    asked.flush({ date: '2026-11-20', time_zone: 'Europe/Vienna', resource: 'main', slots });
    await pause(20);
    const days = findAll('app-day-strip .day');
    const seen = (day: Element) =>
      [...day.querySelectorAll('[aria-hidden]')].map(({ textContent }) => textContent).join('');
    expect(days.map(seen)).toEqual(['Fri20–', 'Sat21–', 'Sun22–', 'Mon23–', 'Tue242', 'Wed25–', 'Thu261']);
    expect(text()).toContain('Nothing is free on this day within the opening hours.');
    await press('Next free: Tue, Nov 24, 9:00 AM');
    expect(findAll('app-free-times .times button').map(({ textContent }) => textContent.trim())).toEqual([
      '9:00 AM',
      '10:00 AM',
    ]);
    expect(days[6]?.textContent).toContain('Thursday, November 26, 2026: free times: 1');
    days[6]?.click();
    await pause(20);
    expect(find('app-day-strip [aria-pressed=true]').textContent).toContain('26');
    http.expectNone(({ url }) => url === '/api/appointments/availability');
    await press('Book');
    expect(booked().request.body).toMatchObject({ starts_at: slots[2]?.starts_at });
  });

  it('shows later days without leaving the asked one, and earlier ones back to today', async () => {
    const { http, press, find, pause } = await start({ client: CLIENT });
    const asked = () => http.expectOne(({ url }) => url === '/api/appointments/availability');
    const answer = { date: '2026-11-20', time_zone: 'Europe/Vienna', resource: 'main', slots: [] };
    asked().flush(answer);
    await pause(20);
    expect(find('app-day-strip .step').classList).toContain('gone');
    await press('Later days');
    const later = asked();
    expect(later.request.params.get('date')).toBe('2026-11-27');
    later.flush({ ...answer, date: '2026-11-27' });
    await pause(20);
    expect(find('app-day-strip').querySelector('[aria-pressed=true]')).toBeNull();
    await press('Earlier days');
    expect(asked().request.params.get('date')).toBe('2026-11-20');
  });

  it('offers the length of each service', async () => {
    const services = [5, 10, 15, 20, 30, 180, 240].map((duration_minutes) => ({
      ...{ name: `Cut of ${duration_minutes}`, duration_minutes },
    }));
    const { findAll } = await start({ client: CLIENT }, { business: { services } });
    const lengths = findAll('app-length-fields .chips button').map((one) => one.textContent.trim());
    expect(lengths).toEqual(['5', '10', '15', '20', '30', '45', '60', '90', '180', '240']);
  });

  it.each([
    [{ services: ['Other'], working_hours: null }, /room 2 does not do Haircut. You can still book it/],
    [
      { services: null, working_hours: [{ day: 6, opens: '09:00', closes: '18:00' }] },
      /room 2 does not work then/,
    ],
    [{ services: ['Haircut'], working_hours: null }, null],
  ] as const)('says before it is sent what speaks against it: %j', async (schedule, words) => {
    const schedules: ChatAgentSettingsDto['schedules'] = [
      { ...structuredClone(schedule), resource: 'room 2', exceptions: [] } as never,
    ];
    const working_hours = [{ day: 5 as const, opens: '09:00', closes: '18:00' }];
    const { field, findAll, pause } = await start(
      { client: CLIENT, resource: 'room 2' },
      { business: { schedules, working_hours } },
    );
    const service = field('Service') as unknown as HTMLSelectElement;
    service.value = 'haircut';
    service.dispatchEvent(new Event('change', { bubbles: true }));
    await pause(20);
    const said = findAll('app-time-fields .notice').map((one) => one.textContent.trim());
    expect(said).toEqual(words === null ? [] : [expect.stringMatching(words)]);
  });

  it('keeps the length that was asked for, though the times that are shown are still those of another', async () => {
    const { http, press, field, booked, pause } = await start({ client: CLIENT });
    const slots = [{ starts_at: '2026-11-20T13:00:00.000Z', ends_at: '2026-11-20T13:30:00.000Z' }];
    const asked = http.expectOne(({ url }) => url === '/api/appointments/availability');
    asked.flush({ date: '2026-11-20', time_zone: 'Europe/Vienna', resource: 'main', slots });
    await pause(20);
    typeInto(field('Minutes'), '90');
    await press('2:00 PM');
    await press('Book');

    expect(booked().request.body).toMatchObject({ starts_at: slots[0]?.starts_at, duration_minutes: 90 });
  });

  it('asks for the free times of a length once it is typed, not of each digit', async () => {
    const { http, field, pause } = await start({ client: CLIENT });
    const asked = () => http.match(({ url }) => url === '/api/appointments/availability');
    asked();
    typeInto(field('Minutes'), '9');
    await pause(20);
    typeInto(field('Minutes'), '90');
    await pause(20);
    expect(asked()).toEqual([]);
    await pause(400);

    expect(asked().map(({ request }) => request.params.get('duration_minutes'))).toEqual(['90']);
  });

  it('lets Tab stop once at the free times, at the next one after the asked time, and arrows go on', async () => {
    const { http, findAll, pause } = await start({ client: CLIENT });
    const slots = ['08:00', '09:00', '10:00', '11:00'].map((time) => ({
      starts_at: `2026-11-20T${time}:00.000Z`,
      ends_at: `2026-11-20T${time.replace(':00', ':30')}:00.000Z`,
    }));
    const answer = { date: '2026-11-20', time_zone: 'Europe/Vienna', resource: 'main', slots };
    http.expectOne(({ url }) => url === '/api/appointments/availability').flush(answer);
    await pause(20);
    const stops = () => findAll('app-free-times .times button').filter(({ tabIndex }) => tabIndex === 0);
    const said = () => stops().map(({ textContent }) => textContent.trim());
    expect(said()).toEqual(['11:00 AM']);

    stops()[0]?.focus();
    for (const [key, time] of [
      ['ArrowRight', '12:00 PM'],
      ['ArrowRight', '12:00 PM'],
      ['Home', '9:00 AM'],
      ['ArrowLeft', '9:00 AM'],
      ['End', '12:00 PM'],
    ]) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      await pause(20);
      expect(said()).toEqual([time]);
      expect(document.activeElement?.textContent.trim()).toBe(time);
    }

    const letter = new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(letter);
    expect(letter.defaultPrevented).toBe(false);
  });

  it('asks for no free times of a day that is over', async () => {
    jest.setSystemTime(new Date('2026-11-21T06:00:00Z'));
    const { http, text } = await start({ client: CLIENT });
    http.expectNone(({ url }) => url === '/api/appointments/availability');
    expect(text()).toContain('This time has already passed');
  });

  it('says that the free times could not be read, and reads them again when asked to', async () => {
    const { http, text, press, pause } = await start({ client: CLIENT });
    const availability = () => http.expectOne(({ url }) => url === '/api/appointments/availability');
    availability().flush({ code: 'internal_error' }, { status: 500, statusText: 'Fault' });
    await pause(20);
    expect(text()).toContain('This could not be loaded');

    await press('Try again');
    availability().flush({ date: '2026-11-20', time_zone: 'Europe/Vienna', resource: 'main', slots: [] });
    await pause(20);
    expect(text()).not.toContain('This could not be loaded');
  });

  it('says no more that a time is taken once another one is asked for', async () => {
    const { press, booked, find, findAll, pause, http } = await start({ client: CLIENT });
    await press('Book');
    booked().flush({ code: 'slot_taken', alternatives: [] }, { status: 409, statusText: 'Conflict' });
    await pause(20);
    answerList(http, []);
    await pause(20);
    expect(findAll('app-taken-notice .notice')).toHaveLength(1);
    typeInto(find('app-date-time-field input[type=date]') as HTMLInputElement, '2026-11-27');
    await pause(20);

    expect(findAll('app-taken-notice .notice')).toHaveLength(0);
  });

  it('says that the time has passed, until it has not', async () => {
    jest.setSystemTime(new Date('2026-11-21T06:00:00Z'));
    const { find, pause, text } = await start({ client: CLIENT });
    expect(text()).toContain('This time has already passed. You can still book it.');
    typeInto(find('app-date-time-field input[type=date]') as HTMLInputElement, '9998-11-20');
    await pause(20);

    expect(text()).not.toContain('has already passed');
  });

  it('says that the business is closed then, until it is open', async () => {
    const { find, pause, text } = await start({ client: CLIENT });
    const clock = find('app-date-time-field input[type=time]') as HTMLInputElement;
    const closed = 'This is outside the opening hours. You can still book it.';
    // A Monday long from now, which is open from 9 to 18.
    typeInto(find('app-date-time-field input[type=date]') as HTMLInputElement, '9998-11-23');
    typeInto(clock, '22:00');
    await pause(20);
    expect(text()).toContain(closed);
    typeInto(clock, '10:00');
    await pause(20);

    expect(text()).not.toContain(closed);
  });

  it('takes title and length from a service, and its end follows', async () => {
    const { field, find, pause, booked, press } = await start({ client: CLIENT });
    const service = field('Service') as unknown as HTMLSelectElement;
    service.value = 'haircut';
    service.dispatchEvent(new Event('change', { bubbles: true }));
    await pause(20);
    expect(find('app-length-fields').textContent).toMatch(/until .*11:15\sAM/);
    await press('Another end');
    expect((find('app-length-fields input[type=time]') as HTMLInputElement).value).toBe('11:15');
    typeInto(find('app-length-fields input[type=time]') as HTMLInputElement, '11:00');
    await pause(20);
    await press('Book');

    expect(booked().request.body).toMatchObject({ title: 'Haircut', duration_minutes: 30 });
  });

  describe('of several services', () => {
    const business = {
      ...{
        resources: ['Anna', 'Ben', 'Cleo'],
        schedules: [doing('Anna', ['Haircut']), doing('Cleo', ['Colour'])],
      },
      services: [
        { name: 'Haircut', duration_minutes: 45, price: '€ 30' },
        { name: 'Colour', duration_minutes: 60, price: 'from € 45', buffer_minutes: 10 },
        { name: 'Massage', duration_minutes: 20 },
      ],
    };

    function doing(resource: string, services: string[]): ScheduleDto {
      return { resource, services, working_hours: null, exceptions: [], colour: null };
    }

    async function startVisit(more: Partial<BookingWish> = {}) {
      const started = await start({ client: CLIENT, ...more }, { business });
      const { find, findAll, pause, field } = started;
      const selects = () => findAll('app-service-fields select') as unknown as HTMLSelectElement[];
      const choose = async (place: number, id: string) => {
        const select = selects()[place]!;
        select.value = id;
        select.dispatchEvent(new Event('change', { bubbles: true }));
        await pause(300);
      };
      const chosen = () => selects().map((one) => one.selectedOptions[0]?.text.trim());
      const told = () => find('app-service-fields .caption').textContent.trim();
      const title = () => field('Subject').value;
      return { ...started, selects, choose, chosen, told, title };
    }

    it('is as long as they are together, with the price of each, on who does them all', async () => {
      const { choose, chosen, told, title, field, http, press, booked } = await startVisit({
        resource: 'any',
      });
      expect(chosen()).toEqual(['None']);
      await choose(0, 'haircut');
      expect([chosen(), told()]).toEqual([['Haircut, 45 min', 'Add another'], 'Haircut: € 30']);
      await choose(1, 'colour');
      expect(chosen()).toEqual(['Haircut, 45 min', 'Colour, 60 min', 'Add another']);
      expect(told()).toBe('Together 105 min · Haircut: € 30 · Colour: from € 45');
      expect([title(), field('Minutes').value]).toEqual(['Haircut, Colour', '105']);
      expect(field('With whom').value).toBe('Ben');
      const asked = http.match(({ url }) => url === '/api/appointments/availability').at(-1);
      expect(asked?.request.params.get('service_ids')).toBe('haircut,colour');
      await press('Book');
      const { body } = booked().request;
      expect(body).toMatchObject({
        service_ids: ['haircut', 'colour'],
        duration_minutes: 105,
        resource_id: 'r2',
      });
      expect(body).not.toHaveProperty('service');
    });

    it('has them in another order, or without one', async () => {
      const { choose, chosen, title, press, selects, booked } = await startVisit();
      for (const [place, id] of ['haircut', 'colour', 'massage'].entries()) await choose(place, id);
      expect(selects()).toHaveLength(3);
      await press('Massage earlier');
      expect(title()).toBe('Haircut, Massage, Colour');
      await press('Remove Haircut');
      expect(chosen()).toEqual(['Massage, 20 min', 'Colour, 60 min', 'Add another']);
      expect(document.activeElement).toBe(selects()[0]);
      await press('Book');
      expect(booked().request.body).toMatchObject({
        ...{ service_ids: ['massage', 'colour'], title: 'Massage, Colour', duration_minutes: 80 },
      });
    });

    it('says who does not do which of them', async () => {
      const { choose, findAll } = await startVisit({ resource: 'Anna' });
      for (const [place, id] of ['haircut', 'colour', 'massage'].entries()) await choose(place, id);
      const said = findAll('app-time-fields .notice').map((one) => one.textContent.trim());
      expect(said).toContain('Anna does not do Colour, Massage. You can still book it.');
    });
  });

  it('keeps a subject that was typed, and takes a usual length by one press', async () => {
    const { field, pause, booked, press } = await start({ client: CLIENT });
    typeInto(field('Subject'), 'Only the ends');
    const service = field('Service') as unknown as HTMLSelectElement;
    service.value = 'haircut';
    service.dispatchEvent(new Event('change', { bubbles: true }));
    await pause(20);
    await press('60');
    await press('Book');

    expect(booked().request.body).toMatchObject({ title: 'Only the ends', duration_minutes: 60 });
  });

  it('finds clients as one types, and makes one who is not there', async () => {
    const { field, http, pause, findAll, booked, press, triedFor } = await start();
    typeInto(field('Client'), 'Zoe');
    // It asks when the typing has paused.
    let asked: TestRequest | undefined;
    for (let round = 0; asked === undefined && round < 100; round++) {
      await pause(30);
      [asked] = http.match(({ url, params }) => url === '/api/clients' && params.get('search') === 'Zoe');
    }
    asked?.flush({ items: [], next_cursor: null, total: 0, total_is_exact: true });
    await pause(20);
    findAll('[role=option]')[0]?.click();
    await pause(20);
    typeInto(field('Phone'), '+43 1 234567');
    await pause(20);
    await press('Book');
    triedFor().flush(anAppointment({ client: { id: 'c9', name: 'Zoe' } }));
    await pause(20);

    expect(booked().request.body).toMatchObject({ client: { name: 'Zoe', phone: '+43 1 234567' } });
  });

  describe('of a new client whose number is somebody’s', () => {
    const ANNA = { client: { id: 'c7', name: 'Anna Mayer' }, attendee_name: 'Berta Will' };
    const TAKEN = { status: 409, statusText: 'Conflict' };

    /** Berta is typed with the number of Anna, and the field is left. */
    async function startBerta() {
      const started = await start();
      const { field, findAll, pause, triedFor, find } = started;
      typeInto(field('Client'), 'Berta Will');
      await pause(20);
      findAll('[role=option]').at(-1)?.click();
      await pause(20);
      const phone = async (text: string, given: Partial<AppointmentDto> = ANNA) => {
        typeInto(field('Phone'), text);
        field('Phone').dispatchEvent(new Event('change', { bubbles: true }));
        const asked = triedFor();
        asked.flush(anAppointment(given));
        await pause(20);
        return asked.request.body as object;
      };
      const asked = await phone('+43 1 5550300');
      const choose = async (value: string) => {
        find(`input[type=radio][value=${value}]`).click();
        await pause(20);
      };
      return { ...started, asked, phone, choose };
    }

    it('says whose it is and books nothing until one has chosen', async () => {
      const { asked, text, press, http, find } = await startBerta();
      expect(asked).toMatchObject({ client: { name: 'Berta Will', phone: '+43 1 5550300' } });
      expect(text()).toContain('This number is Anna Mayer’s.');
      await press('Book');
      http.expectNone({ method: 'POST' });
      expect(find('app-number-owner').textContent).toContain('Choose one of the two.');
      expect((document.activeElement as HTMLInputElement | null)?.type).toBe('radio');
    });

    it('is for her under the one who has it', async () => {
      const { choose, press, booked } = await startBerta();
      await choose('owner');
      await press('Book');
      const { body } = booked().request;
      expect(body).toMatchObject({ client_id: 'c7', attendee_name: 'Berta Will' });
      expect(body).not.toHaveProperty('client');
    });

    it('is of a client of her own, who is made once', async () => {
      const { choose, press, booked, http, pause, field } = await startBerta();
      await choose('own');
      await press('Book');
      const made = http.expectOne({ method: 'POST', url: '/api/clients' });
      const berta = { name: 'Berta Will', phone: '+43 1 5550300' };
      expect(made.request.body).toEqual({ ...berta, allow_duplicate: true });
      made.flush({ ...berta, id: 'c8' });
      await pause(20);
      booked().flush({ code: 'slot_taken', alternatives: [] }, TAKEN);
      await pause(20);
      answerList(http, []);
      await pause(20);
      expect(field('Client').value).toBe('Berta Will');
      await press('Book');
      const { body } = booked().request;
      expect(body).toMatchObject({ client_id: 'c8' });
      expect(body).not.toHaveProperty('attendee_name');
    });

    it('is asked about anew for another number', async () => {
      const { choose, phone, find, findAll, press, booked } = await startBerta();
      await choose('own');
      await phone('+43 1 5550301');
      expect((find('input[type=radio][value=own]') as HTMLInputElement).checked).toBe(false);
      await phone('+43 1 5550302', { attendee_name: null });
      expect(findAll('app-number-owner')).toEqual([]);
      await press('Book');
      expect(booked().request.body).toMatchObject({ client: { phone: '+43 1 5550302' } });
    });
  });

  it('says how the chosen client is reached, for there may be two of one name', async () => {
    const { http, field, pause } = await start({ client: CLIENT });
    const contact = { phone: null, email: 'jana@example.com', company: 'Acme' };
    http.expectOne('/api/clients/c1').flush({ ...CLIENT, ...contact });
    await pause(20);
    const help = document.getElementById(field('Client').getAttribute('aria-describedby') ?? '');
    expect(help?.textContent).toBe('jana@example.com');
  });

  it('needs somebody', async () => {
    const { press, http, text } = await start();
    await press('Book');

    http.expectNone({ method: 'POST' });
    expect(text()).toContain('This is needed.');
  });

  it('says who holds the time, and offers others to choose from', async () => {
    const { press, booked, pause, http, text, closed } = await start({ client: CLIENT });
    await press('Book');
    const free = { starts_at: '2026-11-20T10:00:00.000Z', ends_at: '2026-11-20T10:30:00.000Z' };
    booked().flush(
      { code: 'slot_taken', status: 409, detail: 'Taken.', alternatives: [free] },
      { status: 409, statusText: 'Conflict' },
    );
    await pause(20);
    answerList(http, [anAppointment({ id: 'a9', client: { id: 'c9', name: 'Omar Haddad' } })]);
    await pause(20);
    expect(text()).toMatch(/Omar Haddad has Fri, Nov 20, 10:30 – 11:00\sAM on main\./);
    expect(closed).toEqual([]);
    const other = [...document.querySelectorAll<HTMLElement>('app-taken-notice button')][0];
    other?.click();
    await pause(20);
    await press('Book');

    expect(booked().request.body).toMatchObject({ starts_at: free.starts_at, duration_minutes: 30 });
  });

  it('is squeezed in beside who holds the time, when that is wanted', async () => {
    const { press, booked, pause, http } = await start({ client: CLIENT });
    await press('Book');
    booked().flush({ code: 'slot_taken', alternatives: [] }, { status: 409, statusText: 'Conflict' });
    await pause(20);
    answerList(http, [anAppointment({ id: 'a9' })]);
    await pause(20);
    await press('Book it beside that one');

    expect(booked().request.body).toMatchObject({ client_id: 'c1', allow_overlap: true });
  });

  it('says that the client is somewhere else at this time', async () => {
    const { find, pause, http, text } = await start({ client: CLIENT });
    typeInto(find('app-date-time-field input[type=date]') as HTMLInputElement, '9998-11-23');
    await pause(20);
    const asked = answerList(http, [anAppointment({ id: 'a9', resource: 'room 2' })]);
    await pause(20);

    expect(asked.at(-1)?.get('client_id')).toBe('c1');
    expect(text()).toMatch(/Jana Nováková has .* on room 2 too\./);
  });
});
