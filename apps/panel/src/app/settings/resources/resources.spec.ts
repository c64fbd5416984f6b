import type { ChatAgentSettingsDto, ScheduleDto } from '@groupless/shared-dto';
import { SETTINGS } from '../../../testing/chat-agent';
import { clearOverlays, line, startScreen } from '../../../testing/settings';
import chatAgent from '../chat-agent/i18n/en.json' with { type: 'json' };
import en from './i18n/en.json' with { type: 'json' };
import { Resources } from './resources';
import { serviceDraftOf, serviceOver, withoutService, withService } from './service-draft';
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

async function start(role: 'admin' | 'operator' = 'admin') {
  const screen = await startScreen(Resources, { texts: { resources: en, 'chat-agent': chatAgent }, role });
  const answer = async (method: string, body: object, options: object = {}) => {
    const found = screen.http.expectOne((one) => one.url === PATH && one.method === method);
    found.flush(body, { headers: { etag: '"1"' }, ...options });
    await screen.settle();
    return found.request;
  };
  await answer('GET', SALON);
  const rows = () => [...screen.element.querySelectorAll('tbody tr')].map(line);
  return { ...screen, answer, rows };
}

describe('resources and services', () => {
  afterEach(() => {
    clearOverlays();
    document.body.replaceChildren();
  });

  it('show the hours of a week by resource, and services with price and who does them', async () => {
    const { rows, element } = await start();
    const said = rows().map((row) => row.replaceAll(/\s/g, ' '));
    expect(said[0]).toContain('AnnaCut–10:00 AM – 12:00 PM');
    expect(said[1]).toContain('Benas the business9:00 AM – 12:00 PM1:00 PM');
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
    const { press, answer, http, settle } = await start();
    await press('Edit Ben');
    const dialog = document.querySelector('.cdk-overlay-container')!;
    dialog.querySelector<HTMLInputElement>('input[type=checkbox]')!.click();
    await settle();
    const copied = dialog.querySelector('select')!;
    copied.value = 'Anna';
    copied.dispatchEvent(new Event('change', { bubbles: true }));
    await press('Save');
    expect(line(dialog)).toContain('Ben would work on Tuesday while the business is closed.');
    await press('Change the hours');
    http.expectNone({ method: 'PUT', url: PATH });
    await press('Save');
    await press('Save these hours');
    const { body } = await answer('PUT', SALON);
    expect(body).toMatchObject({ schedules: [{}, { resource: 'Ben', working_hours: ANNA.working_hours }] });
  });

  it('are changed by nobody but admins', async () => {
    const { button, element } = await start('operator');
    expect(button('Add a resource')).toBeUndefined();
    expect(line(element.querySelector('.notice'))).toBe('Only administrators change this.');
  });

  it('ask what becomes of coming appointments before a resource goes', async () => {
    const { press, answer, settle } = await start();
    await press('Remove Anna');
    await press('Remove');
    const problem = {
      ...{ status: 409, code: 'resource_in_use', detail: '', title: '', type: '', instance: '' },
      ...{ resource: 'Anna', coming: 2, first: ['2027-03-02T10:00:00.000Z'] },
    };
    await answer('PUT', problem, { status: 409, statusText: 'Conflict' });
    await settle();
    const dialog = document.querySelector('.cdk-overlay-container')!;
    expect(line(dialog)).toContain('Anna has coming appointments: 2.');
    await press('Remove');
    const sent = await answer('PUT', { ...SALON, resources: ['Ben'] });
    expect(sent.params.get('move_to')).toBe('Ben');
    expect(sent.body).toMatchObject({ resources: ['Ben'], schedules: [] });
  });

  it('are renamed by a question of their own, not by a replacement of the settings', async () => {
    const { press, http, settle, answer } = await start();
    await press('Rename Ben');
    const input = document.querySelector<HTMLInputElement>('.cdk-overlay-container input')!;
    input.value = 'Benjamin';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const buttons = document.querySelectorAll<HTMLButtonElement>('.cdk-overlay-container button');
    [...buttons].find((one) => line(one) === 'Rename')?.click();
    await settle();
    http.expectOne({ method: 'GET', url: '/api/resources' }).flush([
      { id: 'b-before', name: 'Ben', archived_at: '2027-01-01T00:00:00.000Z' },
      { id: 'b', name: 'Ben', archived_at: null },
    ]);
    await settle();
    const sent = http.expectOne({ method: 'PATCH', url: '/api/resources/b' });
    expect(sent.request.body).toEqual({ name: 'Benjamin' });
    sent.flush({ id: 'b', name: 'Benjamin', archived_at: null });
    await settle();
    await answer('GET', { ...SALON, resources: ['Anna', 'Benjamin'] });
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
    await press('Add a resource');
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

  it('is not stored as another resource, and says so', async () => {
    const { press, answer, http } = await start();
    await press('Edit Anna');
    await press('Save');
    const problem = { status: 412, code: 'version_mismatch', detail: '', title: '', type: '', instance: '' };
    await answer('PUT', problem, { status: 412, statusText: 'Precondition Failed' });
    await answer('GET', withoutResource(SALON, 'Anna'), { headers: { etag: '"2"' } });
    http.expectNone({ method: 'PUT', url: PATH });
    const dialog = document.querySelector('.cdk-overlay-container');
    expect(line(dialog)).toContain('Anna was renamed or removed meanwhile.');
  });
});

describe('a change of what somebody else changes meanwhile', () => {
  afterEach(() => {
    clearOverlays();
    document.body.replaceChildren();
  });
  const MISMATCH = { status: 412, code: 'version_mismatch', detail: '', title: '', type: '', instance: '' };
  const typeIn = (index: number, value: string) => {
    const input = document.querySelectorAll<HTMLInputElement>('.cdk-overlay-container input')[index]!;
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };

  it('keeps the price that they set, and what a new resource does', async () => {
    const { press, answer } = await start();
    await press('Edit Cut');
    typeIn(1, '50');
    await press('Save');
    await answer('PUT', MISMATCH, { status: 412, statusText: 'Precondition Failed' });
    const [cut, colour] = SALON.services;
    const theirs = {
      ...SALON,
      resources: ['Anna', 'Ben', 'Carla'],
      services: [{ ...cut!, price: '€ 60' }, colour!],
    };
    await answer('GET', theirs, { headers: { etag: '"2"' } });
    const sent = await answer('PUT', theirs);
    const services = [{ ...cut!, price: '€ 60', duration_minutes: 50 }, colour];
    expect(sent.body).toMatchObject({ services, schedules: [ANNA] });
  });

  it('does not replace a new resource of the same name', async () => {
    const { press, answer, http } = await start();
    await press('Add a resource');
    typeIn(0, 'Carla');
    await press('Save');
    await answer('PUT', MISMATCH, { status: 412, statusText: 'Precondition Failed' });
    await answer('GET', { ...SALON, resources: ['Anna', 'Ben', 'carla'] }, { headers: { etag: '"2"' } });
    http.expectNone({ method: 'PUT', url: PATH });
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
    expect(withoutService(SALON, 'Cut').schedules).toEqual([{ ...ANNA, services: [] }]);
  });
});
