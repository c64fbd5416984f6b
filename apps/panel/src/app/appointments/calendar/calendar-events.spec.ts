import type { AppointmentDto } from '@groupless/shared-dto';
import { anAppointment } from '../../../testing/appointments';
import { closuresOn } from '../../crm/opening-hours';
import { closedColumns, closedEvents, eventOf, type Moving } from './calendar-events';
import { ResourceColumns } from './resource-columns';
import { hueOf } from '../../crm/resource-hue';

const APPOINTMENT = anAppointment();
const column = (resource_id: string, resource: string) => ({
  ...{ resource_id, resource },
  ...{ label: resource, hours_of: resource },
});

describe('what the calendar draws', () => {
  it('can be dragged only by who may change it, and only while it holds its time', () => {
    const mayDrag = (status: AppointmentDto['status'], mayWrite = true) =>
      eventOf({ ...APPOINTMENT, status }, new Map(), mayWrite, null)[0]?.editable;

    expect(mayDrag('pending')).toBe(true);
    expect(mayDrag('confirmed')).toBe(true);
    expect(mayDrag('completed')).toBe(false);
    expect(mayDrag('cancelled')).toBe(false);
    expect(mayDrag('confirmed', false)).toBe(false);
  });

  it('stands where it was let go until the answer comes, and cannot be dragged again', () => {
    const times = { starts_at: '2026-11-21T09:00:00.000Z', ends_at: '2026-11-21T09:30:00.000Z' };
    const to = { ...times, resource: 'main', resource_id: 'r1' };
    const eventsOf = (moving: Moving) => eventOf(APPOINTMENT, moving, true, null)[0];

    expect(eventsOf(new Map([['a1', to]]))).toMatchObject({
      start: to.starts_at,
      editable: false,
    });
    expect(eventsOf(new Map([['other', to]]))).toMatchObject({
      start: APPOINTMENT.starts_at,
    });
  });

  it('stands in the column of its room, too, where it cannot be dragged', () => {
    const columns = new ResourceColumns(
      [column('r1', 'main'), column('r2', 'Room 1')],
      APPOINTMENT.starts_at.slice(0, 10),
      'UTC',
    );
    const visit = { ...APPOINTMENT, room: 'Room 1', room_id: 'r2' };
    const starts = (one: AppointmentDto) =>
      eventOf(one, new Map(), true, columns).map(({ start, editable }) => [
        String(start).slice(0, 10),
        editable,
      ]);

    expect(starts(visit)).toEqual([
      ['2001-01-01', true],
      ['2001-01-02', false],
    ]);
    expect(starts({ ...visit, room: null, room_id: null })).toEqual([['2001-01-01', true]]);
    expect(new Set(eventOf(visit, new Map(), true, columns).map(({ id }) => id)).size).toBe(2);
    expect(eventOf(visit, new Map(), true, null)).toHaveLength(1);
  });

  it('shades what is closed in the zone that is shown, and says why', () => {
    const hours = {
      time_zone: 'Europe/Vienna',
      slot_minutes: 30,
      schedules: [],
      working_hours: [
        { day: 5, opens: '09:00', closes: '18:00' },
        { day: 5, opens: '10:00', closes: '24:00', resource: 'Anna' },
      ],
      closures: [{ from: '2026-11-20T12:00', to: '2026-11-20T13:00', reason: 'Lunch', resource: 'main' }],
    };
    const friday = { first: '2026-11-20', after: '2026-11-21' };
    const spans = (events: ReturnType<typeof closedEvents>) =>
      events.map(({ start, end, title }) => [start, end, ...(title === undefined ? [] : [title])]);

    expect(spans(closedEvents(hours, friday, 'Europe/Vienna', 'main'))).toEqual([
      ['2026-11-19T23:00:00.000Z', '2026-11-20T08:00:00.000Z'],
      ['2026-11-20T11:00:00.000Z', '2026-11-20T12:00:00.000Z'],
      ['2026-11-20T17:00:00.000Z', '2026-11-20T23:00:00.000Z'],
      ['2026-11-20T11:00:00.000Z', '2026-11-20T12:00:00.000Z', 'Lunch'],
    ]);
    // Of New York's Friday the morning is Vienna's afternoon.
    expect(spans(closedEvents(hours, friday, 'America/New_York'))).toEqual([
      ['2026-11-20T05:00:00.000Z', '2026-11-20T08:00:00.000Z'],
      ['2026-11-20T17:00:00.000Z', '2026-11-21T05:00:00.000Z'],
    ]);
    const columns = new ResourceColumns(
      [column('r1', 'main'), column('r2', 'Anna')],
      '2026-11-20',
      'Europe/Vienna',
    );
    expect(spans(closedColumns(hours, friday, 'Europe/Vienna', columns)).at(-1)).toEqual([
      '2001-01-02T00:00:00.000Z',
      '2001-01-02T10:00:00.000Z',
    ]);
    expect(closedEvents({ ...hours, working_hours: [] }, friday, 'UTC')).toEqual([]);
    const reasonsOn = (date: string, resource?: string) =>
      closuresOn(hours, date, 'Europe/Vienna', resource).map(({ reason }) => reason);
    expect([reasonsOn('2026-11-20'), reasonsOn('2026-11-20', 'Anna'), reasonsOn('2026-11-21')]).toEqual([
      ['Lunch'],
      [],
      [],
    ]);
  });

  it('gives each resource a colour that stays with it', () => {
    const ids = ['r1', 'r2', 'r3'];

    expect(ids.map((one) => hueOf(one, ids))).toEqual([1, 2, 3]);
    expect(hueOf('left', ids)).toBe(hueOf('left', []));
  });
});
