import type { AppointmentDto } from '@groupless/shared-dto';
import { eventOf, hoursOf } from './calendar-events';
import { hueOf } from './resource-hue';

const APPOINTMENT: AppointmentDto = {
  id: 'a1',
  client_id: 'c1',
  client: { id: 'c1', name: 'Jana Nováková' },
  title: '',
  starts_at: '2026-11-20T09:30:00.000Z',
  ends_at: '2026-11-20T10:00:00.000Z',
  status: 'confirmed',
  source: 'panel',
  resource: 'main',
  notes: '',
  chat_id: null,
  external_id: null,
  created_at: '2026-11-19T09:30:00.000Z',
  updated_at: '2026-11-19T09:30:00.000Z',
};

describe('what the calendar draws', () => {
  it('can be dragged only by who may change it, and only while it holds its time', () => {
    const mayDrag = (status: AppointmentDto['status'], mayWrite = true) =>
      eventOf({ ...APPOINTMENT, status }, new Map(), mayWrite).editable;

    expect(mayDrag('pending')).toBe(true);
    expect(mayDrag('confirmed')).toBe(true);
    expect(mayDrag('completed')).toBe(false);
    expect(mayDrag('cancelled')).toBe(false);
    expect(mayDrag('confirmed', false)).toBe(false);
  });

  it('stands where it was let go until the answer comes, and cannot be dragged again', () => {
    const to = { starts_at: '2026-11-21T09:00:00.000Z', ends_at: '2026-11-21T09:30:00.000Z' };

    expect(eventOf(APPOINTMENT, new Map([['a1', to]]), true)).toMatchObject({
      start: to.starts_at,
      editable: false,
    });
    expect(eventOf(APPOINTMENT, new Map([['other', to]]), true)).toMatchObject({
      start: APPOINTMENT.starts_at,
    });
  });

  it('leaves open what the business says, Sunday and midnight too', () => {
    expect(hoursOf([{ day: 7, opens: '20:00', closes: '24:00' }])).toEqual([
      { daysOfWeek: [0], startTime: '20:00', endTime: '24:00' },
    ]);
    expect(hoursOf([])).toBe(false);
  });

  it('gives each resource a colour that stays with it', () => {
    const resources = ['main', 'room 2', 'room 3'];

    expect(resources.map((one) => hueOf(one, resources))).toEqual([1, 2, 3]);
    expect(hueOf('somewhere else', resources)).toBe(hueOf('somewhere else', resources));
  });
});
