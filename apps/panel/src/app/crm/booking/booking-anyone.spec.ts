import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import type { ChatAgentSettingsDto, ScheduleDto } from '@groupless/shared-dto';
import { anAppointment, SCREEN, showAppointments } from '../../../testing/appointments';
import { Confirm } from '../../ui/dialogs/confirm';
import { BookingDialog } from './booking-dialog';
import { draftOf } from './booking-draft';

const AT = { starts_at: '2026-11-20T09:30:00.000Z', ends_at: '2026-11-20T10:00:00.000Z' };
const schedule = (resource: string, services: string[] | null): ScheduleDto => ({
  ...{ resource, services, working_hours: null, exceptions: [], colour: null },
});

async function start(business: Partial<ChatAgentSettingsDto> = {}, resource?: string, ask = jest.fn()) {
  const shown = await showAppointments(BookingDialog, {
    business,
    providers: [
      ...SCREEN,
      { provide: Confirm, useValue: { ask } },
      { provide: DIALOG_DATA, useValue: { ...AT, resource, client: { id: 'c1', name: 'Jana Nováková' } } },
      { provide: DialogRef, useValue: { config: {}, close: () => undefined } },
    ],
  });
  await shown.pause(20);
  const field = (label: string) => {
    const found = shown.findAll('label').find((one) => one.textContent.trim().startsWith(label));
    return document.getElementById(found?.getAttribute('for') ?? '') as HTMLSelectElement;
  };
  const choose = async (label: string, value: string) => {
    field(label).value = value;
    field(label).dispatchEvent(new Event('input', { bubbles: true }));
    field(label).dispatchEvent(new Event('change', { bubbles: true }));
    await shown.pause(300);
  };
  const choices = (label: string) => [...field(label).options].map((option) => option.text.trim());
  return { ...shown, field, choose, choices };
}

describe('a booking on whoever is free', () => {
  beforeEach(() => jest.setSystemTime(new Date('2026-11-20T06:00:00Z')));
  afterEach(() => document.body.replaceChildren());

  it('is offered where there are several, asks for their free times, and leaves the choice to the API', async () => {
    const { choose, choices, press, http } = await start();
    expect(choices('With whom')).toEqual(['Anyone who is free', 'main', 'room 2']);
    await choose('With whom', 'any');
    const asked = http.match((request) => request.url === '/api/appointments/availability').at(-1);
    expect(asked?.request.params.get('resource')).toBe('any');
    await press('Book');
    const sent = http.expectOne({ method: 'POST', url: '/api/appointments' });
    expect(sent.request.body).toMatchObject({ resource: 'any' });
    sent.flush(anAppointment());
  });

  it('is what a form begins with where there are several, unless one is meant', () => {
    const at = { nextStart: AT.starts_at, slot_minutes: 30 };
    const resourceOf = (resources: string[], resource?: string) =>
      draftOf(resource === undefined ? {} : { resource }, { ...at, resources }).resource;
    expect(resourceOf(['Anna', 'Ben'])).toBe('any');
    expect(resourceOf(['Anna', 'Ben'], 'Ben')).toBe('Ben');
    expect(resourceOf(['Anna'])).toBe('Anna');
  });

  it('becomes that one where the service that is chosen is done by one alone', async () => {
    const services = [{ name: 'Colour', duration_minutes: 90 }];
    const { field, choose } = await start({ services, schedules: [schedule('room 2', [])] });
    await choose('With whom', 'any');
    await choose('Service', 'colour');
    expect(field('With whom').value).toBe('main');
  });

  it('is not offered where only one does the service, and others are not offered at all', async () => {
    const services = [
      { name: 'Haircut', duration_minutes: 45 },
      { name: 'Colour', duration_minutes: 90 },
    ];
    const { choose, choices, http } = await start({
      services,
      schedules: [schedule('room 2', ['Haircut'])],
    });
    await choose('Service', 'colour');
    expect(choices('With whom')).toEqual(['main']);
    const asked = http.match((request) => request.url === '/api/appointments/availability').at(-1);
    expect(asked?.request.params.get('service_ids')).toBe('colour');
  });
});

describe('a booking on a resource that the settings do not have', () => {
  beforeEach(() => jest.setSystemTime(new Date('2026-11-20T06:00:00Z')));
  afterEach(() => document.body.replaceChildren());

  const refused = { code: 'unknown_resource', detail: 'Unknown.', allowed: ['main', 'room 2'] };
  const REFUSED = { status: 400, statusText: 'Bad Request' };

  it.each([true, false])('asks, and is made where the user says yes: %s', async (isSure) => {
    const ask = jest.fn().mockResolvedValue(isSure);
    const { press, pause, http, text } = await start({}, 'Emil', ask);
    const asked = http.match((request) => request.url === '/api/appointments/availability').at(-1);
    expect(asked?.request.params.get('new_resource')).toBe('true');
    await press('Book');
    http.expectOne({ method: 'POST', url: '/api/appointments' }).flush(refused, REFUSED);
    await pause(20);
    const params = { name: 'Emil', names: 'main and room 2' };
    expect(ask).toHaveBeenCalledWith(expect.objectContaining({ title: 'crm.new_resource.title', params }));
    const again = http.match({ method: 'POST', url: '/api/appointments?new_resource=true' });
    expect(again).toHaveLength(isSure ? 1 : 0);
    if (isSure) again[0]!.flush(anAppointment());
    else expect(text()).toContain('Unknown.');
  });
});
