import { TestBed } from '@angular/core/testing';
import type { HttpTestingController } from '@angular/common/http/testing';
import type { BusyTimeDto } from '@groupless/shared-dto';
import { anAppointment, resourcesNamed, SCREEN, showAppointments } from '../../../testing/appointments';
import { BlockChanges } from '../blocks/block-changes';
import { BusyTimes } from '../blocks/busy-times';
import { AppointmentCalendar } from './appointment-calendar';

afterEach(() => document.body.replaceChildren());

const block = (given: Partial<BusyTimeDto>): BusyTimeDto => ({
  ...{ starts_at: '2026-11-20T09:00:00.000Z', ends_at: '2026-11-20T11:00:00.000Z', title: null },
  ...{ resource: null, resource_id: null, calendar_id: null, block_id: 'b1', ...given },
});

const named = (name: string) => ({ id: name, name, duration_minutes: 30, buffer_minutes: 0 });

describe('the calendar', () => {
  it('has a column for each that is booked, told apart where several had one name', async () => {
    const [anna, red] = resourcesNamed(['Anna', 'Red']);
    const archived_at = '2026-11-02T10:00:00.000Z';
    const left = { ...anna!, id: 'left', archived_at };
    const { findAll, pause } = await showAppointments(AppointmentCalendar, {
      query: 'view=columns&date=2026-11-20',
      rows: [
        anAppointment({ resource: 'Anna', resource_id: 'left', client: { id: 'c2', name: 'Of before' } }),
        anAppointment({ id: 'a2', resource: 'Anna', resource_id: 'r1', room: 'Red', room_id: 'oldred' }),
      ],
      resources: [anna!, { ...red!, kind: 'room' }, left, { ...red!, id: 'oldred', archived_at }],
      providers: [...SCREEN, BlockChanges, BusyTimes],
    });
    for (let wait = 0; wait < 200 && findAll('.who').length < 3; wait++) await pause(5);
    const heads = findAll('.calendar-day').map((one) => one.textContent);
    expect(heads).toEqual(['Anna', 'Red', 'Anna (left Nov 2, 2026)', 'Red (left Nov 2, 2026)']);
    const lanes = findAll('.calendar-lane').map((one) =>
      [...one.querySelectorAll('.who')].map((who) => who.textContent),
    );
    expect(lanes).toEqual([['Jana Nováková'], [], ['Of before'], ['Jana Nováková']]);
    // Beside whom it stands, who does it or in which room.
    expect(findAll('.whose').map((one) => one.textContent)).toEqual(['Red', 'Anna']);
  });

  it('says of what an appointment is, and whose where it stands in no column of its resource', async () => {
    const shown = async (resources: string[]) => {
      const { findAll, pause } = await showAppointments(AppointmentCalendar, {
        query: 'view=week&date=2026-11-20',
        rows: [anAppointment({ services: ['Cut', 'Colour'].map(named) })],
        business: { resources },
        providers: [...SCREEN, BlockChanges, BusyTimes],
      });
      for (let wait = 0; wait < 200 && findAll('.who').length < 1; wait++) await pause(5);
      expect(findAll('.what').map((one) => one.textContent)).toEqual(['Cut, Colour']);
      return findAll('.whose').map((one) => one.textContent);
    };
    expect(await shown(['main', 'room 2'])).toEqual(['main']);
    document.body.replaceChildren();
    TestBed.resetTestingModule();
    expect(await shown(['main'])).toEqual([]);
  });

  it('draws blocks beside appointments, in the colour of their resource', async () => {
    const busy = [
      block({ resource: 'room 2', resource_id: 'r2', title: 'Delivery' }),
      block({ title: 'Team', block_id: 'b2' }),
    ];
    const [main, room] = resourcesNamed(['main', 'room 2']);
    // They are asked for when the settings are there.
    const answer = (http: HttpTestingController) =>
      http.match(({ url }) => url === '/api/busy-times').forEach((asked) => asked.flush(busy));
    const { findAll, pause } = await showAppointments(AppointmentCalendar, {
      query: 'view=week&date=2026-11-20',
      rows: [anAppointment()],
      resources: [main!, { ...room!, colour: '#aa3366' }],
      providers: [...SCREEN, BlockChanges, BusyTimes],
      begin: (http) => setTimeout(() => answer(http), 10),
    });
    for (let wait = 0; wait < 200 && findAll('.is-block').length < 2; wait++) await pause(5);
    const drawn = findAll('[data-appointment]');

    expect(drawn).toHaveLength(3);
    const colourOf = (text: string) =>
      drawn.find((one) => one.textContent.includes(text))?.style.getPropertyValue('--resource');
    expect([colourOf('Delivery'), colourOf('Team'), colourOf('Jana')]).toEqual(['#aa3366', '', '']);
  });
});
