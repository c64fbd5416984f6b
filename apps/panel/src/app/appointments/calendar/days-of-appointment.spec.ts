import { daysOfAppointment } from './days-of-appointment';

const at = (starts_at: string, ends_at: string, first = '2026-11-16') =>
  daysOfAppointment({ starts_at, ends_at }, 'Asia/Kolkata', first);

describe('the days of an appointment', () => {
  it('are both where it goes over midnight', () => {
    expect(at('2026-11-20T17:30:00.000Z', '2026-11-20T19:30:00.000Z')).toEqual(['2026-11-20', '2026-11-21']);
  });

  it('are one where it ends at midnight', () => {
    expect(at('2026-11-20T17:30:00.000Z', '2026-11-20T18:30:00.000Z')).toEqual(['2026-11-20']);
  });

  it('begin with the first that is shown', () => {
    expect(at('2026-11-15T17:30:00.000Z', '2026-11-15T19:30:00.000Z')).toEqual(['2026-11-16']);
  });
});
