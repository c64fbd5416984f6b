import type { ReportFigure } from '@groupless/shared-dto';
import type { Place } from '../ui/charts/statistic-card';

/** Instants. */
export interface Range {
  begins: string;
  ends: string;
}

const NOT_CANCELLED = 'pending,confirmed,completed,no_show';
const STANDING = 'pending,confirmed,completed';

const MADE: Partial<Record<ReportFigure, Record<string, string>>> = {
  made: {},
  by_agent: { made_by: 'agent' },
  by_agent_in_hours: { made_by: 'agent_in_hours' },
  by_agent_outside_hours: { made_by: 'agent_outside_hours' },
};
const VISITS: Partial<Record<ReportFigure, Record<string, string>>> = {
  visits: {},
  moved: { moved: 'true' },
  cancelled: { status: 'cancelled' },
  no_show: { status: 'no_show' },
  minutes: { status: STANDING },
  filled_minutes: { status: NOT_CANCELLED },
  busiest: { status: NOT_CANCELLED },
};
const BEGUN: Partial<Record<ReportFigure, Record<string, string>>> = {
  begun: {},
  alone: { outcome: 'alone' },
  person_needed: { outcome: 'person,waited' },
  waited: { outcome: 'waited' },
  answered: { outcome: 'answered' },
  median_s: { outcome: 'answered' },
  p90_s: { outcome: 'answered' },
};

/**
 * The rows that a figure counts; null: no list has just these.
 * @param filter what else they have in common
 */
export function rowsOf(
  figure: ReportFigure,
  { begins, ends }: Range,
  filter: Record<string, string> = {},
): Place | null {
  const list = { view: 'list', period: 'all', ...filter };
  const [made, visits, begun] = [MADE[figure], VISITS[figure], BEGUN[figure]];
  const created = { created_after: begins, created_before: ends };
  if (made) return { path: '/appointments', query: { ...list, ...created, ...made } };
  if (visits)
    return {
      path: '/appointments',
      query: { ...list, starts_after: begins, starts_before: ends, ...visits },
    };
  return begun ? { path: '/conversations', query: { ...filter, ...created, ...begun } } : null;
}
