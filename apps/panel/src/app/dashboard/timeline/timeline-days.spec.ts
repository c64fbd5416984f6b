import type { AppointmentDto } from '@groupless/shared-dto';
import { timelineOf } from './timeline-days';

const NOW_MS = Date.parse('2026-11-20T22:30:00Z');
const at = (id: string, starts_at: string, ends_at: string) => ({ id, starts_at, ends_at }) as AppointmentDto;
const shown = (appointments: AppointmentDto[], time_zone = 'UTC') =>
  timelineOf(appointments, NOW_MS, time_zone).map((part) => [
    part.kind,
    ...part.appointments.map(({ id }) => id),
  ]);

const OVER = at('over', '2026-11-20T21:30:00Z', '2026-11-20T22:30:00Z');
const ON = at('on', '2026-11-20T22:00:00Z', '2026-11-20T23:00:00Z');
const SOON = at('soon', '2026-11-20T23:00:00Z', '2026-11-20T23:30:00Z');
const NEXT = at('next', '2026-11-21T09:00:00Z', '2026-11-21T10:00:00Z');
const LATER = at('later', '2026-11-23T09:00:00Z', '2026-11-23T10:00:00Z');

describe('the timeline', () => {
  it('begins with what goes on, then goes by days, without what is over', () => {
    expect(shown([LATER, OVER, SOON, ON, NEXT])).toEqual([
      ['now', 'on'],
      ['today', 'soon'],
      ['tomorrow', 'next'],
      ['date', 'later'],
    ]);
  });

  it('knows the days of the user’s zone', () => {
    expect(shown([SOON, NEXT], 'Asia/Tokyo')).toEqual([['today', 'soon', 'next']]);
    expect(shown([SOON, NEXT], 'Europe/Vienna')).toEqual([['tomorrow', 'soon', 'next']]);
  });

  it('shows an appointment once that comes twice', () => {
    expect(shown([ON, ON])).toEqual([['now', 'on']]);
  });

  it('has a heading for each day apart', () => {
    const after = at('after', '2026-11-24T09:00:00Z', '2026-11-24T10:00:00Z');
    expect(shown([LATER, after])).toEqual([
      ['date', 'later'],
      ['date', 'after'],
    ]);
  });
});
