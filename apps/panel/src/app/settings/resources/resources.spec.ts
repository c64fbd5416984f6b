import { TestBed } from '@angular/core/testing';
import type {
  BookableServiceDto,
  ChatAgentSettingsDto,
  ResourceDto,
  ScheduleDto,
} from '@groupless/shared-dto';
import { resourcesNamed } from '../../../testing/appointments';
import { SETTINGS } from '../../../testing/chat-agent';
import { clearOverlays, line, startScreen } from '../../../testing/settings';
import chatAgent from '../chat-agent/i18n/en.json' with { type: 'json' };
import en from './i18n/en.json' with { type: 'json' };
import { Resources } from './resources';
import { serviceDraftOf, serviceOver, withService } from './service-draft';
import { daysOutside, draftOf, scheduleOver, withoutResource, withSchedule } from './schedule-draft';

const PATH = '/api/settings/chat-agent';
const ANNA: ScheduleDto = {
  ...{ resource: 'Anna', services: ['Cut'], exceptions: [], colour: '#1f8a70' },
  working_hours: [{ day: 2, opens: '10:00', closes: '12:00' }],
};
const SALON: ChatAgentSettingsDto = {
  ...SETTINGS,
  resources: ['Anna', 'Ben'],
  services: [
    { name: 'Cut', duration_minutes: 45, price: '€ 45', buffer_minutes: 10 },
    { name: 'Colour', duration_minutes: 90 },
  ],
  schedules: [ANNA],
};

const ROWS = resourcesNamed(SALON.resources);
const LEFT: ResourceDto = { ...ROWS[0]!, id: 'left', archived_at: '2026-01-05T10:00:00.000Z' };
const SERVICES = SALON.services.map((one, index): BookableServiceDto => ({
  ...{
    id: `s${index + 1}`,
    price: null,
    description: null,
    buffer_minutes: 0,
    needs_room: false,
    position: index + 1,
  },
  ...{ archived_at: null, ...one },
}));
const MISMATCH = { status: 412, code: 'version_mismatch', detail: '', title: '', type: '', instance: '' };
const USERS = { items: [{ id: 'u1', name: 'Ada', email: 'ada@example.com', is_active: true }] };

async function start(role: 'admin' | 'operator' = 'admin', resources: ResourceDto[] = [...ROWS, LEFT]) {
  const screen = await startScreen(Resources, { texts: { resources: en, 'chat-agent': chatAgent }, role });
  const answer = async (method: string, body: object, options: object = {}, url = PATH) => {
    const found = screen.http.expectOne((one) => one.url === url && one.method === method);
    found.flush(body, { headers: { etag: '"1"' }, ...options });
    await screen.settle();
    return found.request;
  };
  /** Answers what is asked of the rows. */
  const answerRows = async (present = resources) => {
    for (const asked of screen.http.match('/api/resources')) asked.flush(present);
    for (const asked of screen.http.match('/api/services')) asked.flush(SERVICES);
    for (const asked of screen.http.match(({ url }) => url === '/api/users')) asked.flush(USERS);
    await screen.settle();
  };
  await answer('GET', SALON);
  await answerRows();
  const rows = () => [...screen.element.querySelectorAll('tbody tr')].map(line);
  const dialog = () => document.querySelector<HTMLElement>('.cdk-overlay-container')!;
  return { ...screen, answer, answerRows, rows, dialog };
}

/** The control of a dialog by the beginning of its label. */
function control(label: string): HTMLInputElement {
  const named = [...document.querySelectorAll('.cdk-overlay-container label')].find((one) =>
    line(one).startsWith(label),
  )!;
  const id = (named as HTMLLabelElement).htmlFor;
  return (id === '' ? named.querySelector('input') : document.getElementById(id)) as HTMLInputElement;
}

function write(label: string, value: string): void {
  const input = control(label);
  input.value = value;
  input.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  if (input.tagName === 'SELECT') input.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('resources and services', () => {
  afterEach(() => {
    clearOverlays();
    document.body.replaceChildren();
  });

  it('show the hours of a week by resource, and services with price and who does them', async () => {
    const { rows, element } = await start();
    const said = rows().map((row) => row.replaceAll(/\s/g, ' '));
    expect(said[0]).toContain('AnnaTue 10:00 AM – 12:00 PM Cut');
    expect(said[1]).toMatch(/^BenMon.* 9:00 AM – 12:00 PM, 1:00 PM.*as the business ?All services/);
    expect(said[2]).toContain('Cut');
    for (const part of ['45 + 10 min', '€ 45', 'everyone']) expect(said[2]).toContain(part);
    for (const part of ['Colour', '90 min', 'Ben']) expect(said[3]).toContain(part);
    expect(element.querySelectorAll('.dot')).toHaveLength(1);
  });

  it('say on which days somebody works while the business is closed', async () => {
    const week = [{ day: 2, opens: '09:00', closes: '12:00' }];
    const own = (day: number, opens: string, closes: string) => ({ day, opens, closes });
    expect(daysOutside({ working_hours: week }, [own(2, '10:00', '12:00')])).toEqual([]);
    expect(
      daysOutside({ working_hours: week }, [own(2, '10:00', '12:30'), own(6, '09:00', '10:00')]),
    ).toEqual([2, 6]);
    expect(daysOutside({ working_hours: [] }, [own(6, '09:00', '10:00')])).toEqual([]);
    const { press } = await start();
    await press('Edit Anna');
    const dialog = document.querySelector('.cdk-overlay-container')!;
    expect(line(dialog)).toContain('Outside the opening hours of the business: Tuesday.');
  });

  it('ask whether somebody is meant to work then, before that is stored', async () => {
    const { press, answer, answerRows, http, settle } = await start();
    await press('Edit Ben');
    const dialog = document.querySelector('.cdk-overlay-container')!;
    control('Own hours').click();
    await settle();
    write('Take over the hours of', 'Anna');
    await press('Save');
    expect(line(dialog)).toContain('Ben would work on Tuesday while the business is closed.');
    await press('Change the hours');
    http.expectNone({ method: 'PUT', url: PATH });
    await press('Save');
    await press('Save these hours');
    await answerRows();
    const tried = await answer('PUT', { ...SALON, affected: [] });
    expect(tried.params.get('dry_run')).toBe('true');
    const { body } = await answer('PUT', SALON);
    expect(body).toMatchObject({ schedules: [{}, { resource: 'Ben', working_hours: ANNA.working_hours }] });
  });

  it('are changed by nobody but admins', async () => {
    const { button, element } = await start('operator');
    expect(button('Add a person or room')).toBeUndefined();
    expect(line(element.querySelector('.notice'))).toBe('Only administrators change this.');
  });

  it('ask what becomes of coming appointments before a resource goes', async () => {
    const { press, answer, answerRows, settle } = await start();
    await press('More: Anna');
    await press('Remove…');
    await press('Remove');
    await answerRows();
    const problem = {
      ...{ status: 409, code: 'resource_in_use', detail: '', title: '', type: '', instance: '' },
      ...{ resource: 'Anna', coming: 2, first: ['2027-03-02T10:00:00.000Z'] },
    };
    await answer('PUT', problem, { status: 409, statusText: 'Conflict' });
    await settle();
    const dialog = document.querySelector('.cdk-overlay-container')!;
    expect(line(dialog)).toContain('Anna has coming appointments: 2.');
    await press('Remove');
    await answerRows();
    const sent = await answer('PUT', { ...SALON, resources: ['Ben'] });
    expect(sent.params.get('move_to')).toBe('Ben');
    expect(sent.body).toMatchObject({ resources: ['Ben'], schedules: [] });
  });

  it('say how many coming visits have a service before it goes', async () => {
    const { press, answer, settle } = await start();
    await press('More: Cut');
    await press('Remove…');
    await press('Remove');
    const problem = {
      ...{ status: 409, code: 'resource_in_use', detail: '', title: '', type: '', instance: '' },
      ...{ coming: 7, first: ['2027-03-02T10:00:00.000Z'] },
    };
    await answer('DELETE', problem, { status: 409, statusText: 'Conflict' }, '/api/services/s1');
    await settle();
    const dialog = document.querySelector('.cdk-overlay-container')!;
    expect(line(dialog)).toContain('Coming appointments that have it: 7.');
    await press('Remove');
    const sent = await answer('DELETE', {}, {}, '/api/services/s1');
    expect(sent.params.get('keep_appointments')).toBe('true');
  });

  it('become a room by their id, and a service needs one, of which the settings know nothing', async () => {
    const { press, answer, settle, element, http } = await start('admin', [
      ...ROWS,
      { ...ROWS[0]!, id: 'r9', name: 'Blue', kind: 'room' },
    ]);
    expect(line(element)).toMatch(/Blue\s*A room/);
    await press('Edit Ben');
    write('What it is', 'room');
    await press('Save');
    expect((await answer('PATCH', ROWS[1]!, {}, '/api/resources/r2')).body).toEqual({ kind: 'room' });
    for (const asked of http.match(PATH)) asked.flush(SALON, { headers: { etag: '"2"' } });
    await settle();
    await press('Edit Cut');
    control('Needs a room').click();
    await settle();
    await press('Save');
    expect((await answer('PATCH', SERVICES[0]!, {}, '/api/services/s1')).body).toEqual({ needs_room: true });
  });

  it('are done by persons; where there are none, by rooms', async () => {
    const asRooms = (...rooms: string[]) =>
      ROWS.map((one): ResourceDto => ({ ...one, kind: rooms.includes(one.name) ? 'room' : 'person' }));
    const offered = async (resources: ResourceDto[]) => {
      const { press, dialog } = await start('admin', resources);
      await press('Edit Cut');
      return [...dialog().querySelectorAll('fieldset label')].map(line);
    };
    expect(await offered(asRooms('Ben'))).toEqual(['Anna']);
    clearOverlays();
    document.body.replaceChildren();
    TestBed.resetTestingModule();
    expect(await offered(asRooms('Anna', 'Ben'))).toEqual(['Anna', 'Ben']);
  });

  it('are renamed, and tied to a user, by their id, not by a replacement of the settings', async () => {
    const { press, answer, answerRows, settle, http } = await start();
    await press('Edit Anna');
    await answerRows();
    write('Name', 'Anna M');
    write('User', 'u1');
    await settle();
    await press('Save');
    http.expectNone({ method: 'PUT', url: PATH });
    const { body } = await answer('PATCH', ROWS[0]!, {}, '/api/resources/r1');
    expect(body).toEqual({ name: 'Anna M', user_id: 'u1' });
  });

  it('keep the user to whom they are tied', async () => {
    const { press, answerRows } = await start('admin', [{ ...ROWS[0]!, user_id: 'u1' }, ROWS[1]!]);
    await press('Edit Anna');
    await answerRows();
    expect(control('User').value).toBe('u1');
  });

  it('are new where one of their name has left, with their user and what they do', async () => {
    const { press, answer, answerRows, settle, http, dialog } = await start('admin', [
      ...ROWS,
      { ...LEFT, name: 'Cleo' },
    ]);
    await press('Add a person or room');
    await answerRows();
    write('Name', 'cleo');
    write('User', 'u1');
    control('All services').click();
    await settle();
    control('Cut').click();
    await settle();
    expect(line(dialog())).toContain('One of this name has left.');
    await press('Save');
    const { body } = await answer('POST', { ...LEFT, id: 'r9' }, {}, '/api/resources');
    const nothing = { colour: null, working_hours: null, exceptions: [] };
    expect(body).toEqual({ kind: 'person', name: 'cleo', user_id: 'u1', services: ['s2'], ...nothing });
    http.expectNone({ method: 'PUT', url: PATH });
  });

  it('say before days off are stored which coming appointments lie on them', async () => {
    const { press, answer, answerRows, settle, http, dialog } = await start();
    await press('Edit Ben');
    await press('Add a closure');
    write('First day', '2027-03-01');
    write('Last day', '2027-03-05');
    write('Reason', 'Holiday');
    await settle();
    await press('Save');
    await answerRows();
    const affected = [{ id: 'a1', starts_at: '2027-03-02T10:00:00.000Z' }];
    await answer('PUT', { ...SALON, affected });
    expect(line(dialog())).toContain('1 appointment to come would no longer be possible');
    expect(dialog().querySelector('a[href="/appointments/a1"]')?.getAttribute('target')).toBe('_blank');
    await press('Change something');
    http.expectNone({ method: 'PUT', url: PATH });
    expect(control('Reason').value).toBe('Holiday');
    await press('Save');
    await answerRows();
    await answer('PUT', { ...SALON, affected });
    await press('Save anyway');
    const sent = await answer('PUT', { ...SALON, affected });
    const holiday = { from: '2027-03-01', to: '2027-03-05', reason: 'Holiday', public: false };
    expect([sent.params.has('dry_run'), JSON.parse(JSON.stringify(sent.body))]).toEqual([
      false,
      { ...withSchedule(SALON, draftOf(SALON, 'Ben')), closures: [{ ...holiday, resource: 'Ben' }] },
    ]);
  });

  it('are put in order from their menu, to whose button the keyboard comes back, and by their ids', async () => {
    const { element, rows, settle, press, answer, answerRows, dialog } = await start();
    await press('More: Ben');
    expect([...dialog().querySelectorAll('.menu-item')].map(line)).toEqual(['Edit…', 'Move up', 'Remove…']);
    await press('Move up');
    await settle();
    expect(rows().map((row) => row.slice(0, 3))).toEqual(['Ben', 'Ann', 'Cut', 'Col']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('More: Ben');
    expect(line(element.querySelector('[role=status]'))).toBe('Ben is number 1 of 2 now.');
    const { body } = await answer('PATCH', {}, {}, '/api/resources/r2');
    expect(body).toEqual({ position: 1 });
    await answerRows([ROWS[1]!, ROWS[0]!, LEFT]);
    await answer('GET', SALON);
  });

  it('that have left stand apart from one of their name, with their appointments, and come back', async () => {
    const { element, press, answer, answerRows } = await start();
    const left = element.querySelector('details')!;
    expect(line(left)).toContain('No longer bookable: 1');
    expect(left.querySelector('a')?.getAttribute('href')).toBe(
      '/appointments?view=list&period=all&resource_id=left',
    );
    await press('Bring back Anna');
    const taken = { ...MISMATCH, status: 409, code: 'name_taken', detail: 'Another one is called Anna.' };
    const { body } = await answer(
      'PATCH',
      taken,
      { status: 409, statusText: 'Conflict' },
      '/api/resources/left',
    );
    expect(body).toEqual({ archived_at: null });
    await answerRows();
    expect(element.querySelectorAll('details')).toHaveLength(1);
  });

  it('change of a service by its id, so that it stays the same one under another name', async () => {
    const { press, answer, settle, http } = await start();
    await press('Edit Cut');
    write('Name', 'Haircut');
    write('Price', '');
    await settle();
    await press('Save');
    const { body } = await answer('PATCH', {}, {}, '/api/services/s1');
    expect(body).toEqual({ name: 'Haircut', price: null });
    await answer('GET', SALON);
    http.expectNone({ method: 'PUT', url: PATH });
  });
});

describe('a name of a resource', () => {
  afterEach(() => {
    clearOverlays();
    document.body.replaceChildren();
  });

  it.each([
    ['anna', 'Another one has this name.'],
    ['Any', 'This name means whoever is free.'],
  ])('says why it cannot be %s', async (name, said) => {
    const { press } = await start();
    await press('Add a person or room');
    const input = document.querySelector<HTMLInputElement>('.cdk-overlay-container input')!;
    input.value = name;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await press('Save');
    expect(line(document.querySelector('.cdk-overlay-container'))).toContain(said);
  });
});

describe('a change of a resource that somebody renames meanwhile', () => {
  afterEach(() => {
    clearOverlays();
    document.body.replaceChildren();
  });

  it('is stored under its name of now, also where another one has its former name', async () => {
    const { press, answer, answerRows } = await start();
    await press('Edit Anna');
    control('All services').click();
    await press('Save');
    const renamed = [
      { ...ROWS[0]!, name: 'Anna M' },
      { ...ROWS[1]!, id: 'r9', name: 'Anna' },
    ];
    await answerRows(renamed);
    const theirs = {
      ...SALON,
      resources: ['Anna M', 'Anna'],
      schedules: [{ ...ANNA, resource: 'Anna M' }],
    };
    await answer('GET', theirs, { headers: { etag: '"2"' } });
    await answerRows(renamed);
    const sent = await answer('PUT', theirs);
    expect(sent.headers.get('if-match')).toBe('"2"');
    expect(sent.body).toMatchObject({
      resources: ['Anna M', 'Anna'],
      schedules: [{ ...ANNA, resource: 'Anna M', services: null }],
    });
  });

  it('is not stored where it has left, not even for another one of its name', async () => {
    const { press, answerRows, http, dialog } = await start();
    await press('Edit Anna');
    control('All services').click();
    await press('Save');
    await answerRows([{ ...ROWS[0]!, id: 'r9' }, ROWS[1]!, { ...ROWS[0]!, archived_at: LEFT.archived_at }]);
    http.expectNone({ method: 'PUT', url: PATH });
    expect(line(dialog())).toContain('Anna was renamed or removed meanwhile.');
  });
});

describe('a change of what somebody else changes meanwhile', () => {
  afterEach(() => {
    clearOverlays();
    document.body.replaceChildren();
  });
  it('keeps the price that they set, and what a new resource does', async () => {
    const { press, answer, answerRows, settle } = await start();
    await press('Edit Cut');
    write('Minutes', '50');
    control('Ben').click();
    await settle();
    await press('Save');
    const { body } = await answer('PATCH', {}, {}, '/api/services/s1');
    expect(body).toEqual({ duration_minutes: 50 });
    const [cut, colour] = SALON.services;
    const theirs = {
      ...SALON,
      resources: ['Anna', 'Ben', 'Carla'],
      services: [{ ...cut!, price: '€ 60', duration_minutes: 50 }, colour!],
    };
    await answer('GET', theirs, { headers: { etag: '"2"' } });
    await answerRows();
    const sent = await answer('PUT', theirs);
    expect(sent.body).toMatchObject({
      services: theirs.services,
      schedules: [ANNA, { resource: 'Ben', services: ['Colour'] }],
    });
  });

  it('does not replace a new resource of the same name', async () => {
    const { press, answer, settle } = await start();
    await press('Add a person or room');
    write('Name', 'Carla');
    await settle();
    await press('Save');
    const taken = { ...MISMATCH, status: 409, code: 'name_taken', detail: 'Another one is called Carla.' };
    await answer('POST', taken, { status: 409, statusText: 'Conflict' }, '/api/resources');
    expect(line(document.querySelector('.cdk-overlay-container'))).toContain('Another one has this name.');
  });

  it('is of the fields that were changed alone', () => {
    const atFirst = draftOf(SALON, 'Anna');
    const theirs = { ...SALON, schedules: [{ ...ANNA, services: ['Cut', 'Colour'] }] };
    const draft = { ...atFirst, colour: '#112233' };
    expect(scheduleOver(theirs, 'Anna', { draft, atFirst })).toEqual({
      ...draft,
      services: ['Cut', 'Colour'],
    });
    const service = serviceDraftOf(SALON, 'Colour');
    const over = serviceOver({ ...SALON, resources: ['Anna', 'Ben', 'Carla'] }, 'Colour', {
      draft: { ...service, resources: [] },
      atFirst: service,
    });
    expect(over.resources).toEqual(['Carla']);
  });
});

describe('what is typed of a resource or a service', () => {
  it('keeps all that it is not about', () => {
    const draft = { ...draftOf(SALON, 'Ben'), doesAll: false, services: ['Colour'] };
    const changed = withSchedule(SALON, draft);
    expect(changed.schedules).toEqual([
      ANNA,
      { resource: 'Ben', working_hours: null, services: ['Colour'], exceptions: [], colour: null },
    ]);
    expect({ ...changed, schedules: SALON.schedules }).toEqual(SALON);
    expect(withoutResource(SALON, 'anna')).toMatchObject({ resources: ['Ben'], schedules: [] });
  });

  it('takes hours that a resource had in the hours of the business over into its schedule', () => {
    const old = { ...SALON, working_hours: [{ day: 1, opens: '09:00', closes: '10:00', resource: 'Ben' }] };
    const changed = withSchedule(old, draftOf(old, 'Ben'));
    expect(changed.working_hours).toEqual([]);
    expect(changed.schedules.at(-1)?.working_hours).toEqual([{ day: 1, opens: '09:00', closes: '10:00' }]);
  });

  it('says of a service who does it; a new name follows in the lists of who does it', () => {
    const draft = { ...serviceDraftOf(SALON, 'Cut'), name: 'Haircut' };
    expect(draft.resources).toEqual(['Anna', 'Ben']);
    const renamed = withService(SALON, 'Cut', draft);
    expect(renamed.services[0]).toMatchObject({ name: 'Haircut', price: '€ 45', buffer_minutes: 10 });
    expect(renamed.schedules).toEqual([{ ...ANNA, services: ['Haircut'] }]);
    const fewer = withService(SALON, 'Colour', { ...serviceDraftOf(SALON, 'Colour'), resources: ['Anna'] });
    expect(fewer.schedules.map(({ resource, services }) => [resource, services])).toEqual([
      ['Anna', ['Cut', 'Colour']],
      ['Ben', ['Cut']],
    ]);
  });
});
