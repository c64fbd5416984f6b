import { anAppointment } from '../../../testing/appointments';
import { daysOfPlan, exceptionsOf, startsOfDays, withConflicts } from './series-days';

const at = (day: number, hour = 9) =>
  `2027-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`;
const PLAN = daysOfPlan({
  created: [2, 16].map((day) => anAppointment({ starts_at: at(day) })),
  conflicts: [
    { starts_at: at(9), code: 'slot_taken' },
    { starts_at: at(23), code: 'outside_hours' },
  ],
});
const moved = (day: number, to: string) =>
  PLAN.map((one) => (one.starts_at === at(day) ? { ...one, moved_to: to } : one));

describe('the times of a series', () => {
  it('are those of the rule without what is in the way', () => {
    expect(PLAN.map(({ code }) => code)).toEqual([null, 'slot_taken', null, 'outside_hours']);
    expect(startsOfDays(PLAN)).toEqual([at(2), at(16)]);
    expect(exceptionsOf(PLAN)).toEqual([
      { starts_at: at(9), moved_to: null },
      { starts_at: at(23), moved_to: null },
    ]);
  });

  it('have another one in the place of one that cannot be', () => {
    const days = moved(9, at(20, 11));
    expect(startsOfDays(days)).toEqual([at(2), at(16), at(20, 11)]);
    expect(exceptionsOf(days)[0]).toEqual({ starts_at: at(9), moved_to: at(20, 11) });
  });

  it('say which of the chosen ones is refused, and what has come into the way since', () => {
    const conflicts = [
      { starts_at: at(20, 11), code: 'busy' as const },
      { starts_at: at(2), code: 'slot_taken' as const },
    ];
    const days = withConflicts(moved(9, at(20, 11)), conflicts);
    expect(days.map(({ code, isRefused }) => [code, isRefused])).toEqual([
      ['slot_taken', false],
      ['slot_taken', true],
      [null, false],
      ['outside_hours', false],
    ]);
  });
});
