import type { Calendar } from './calendar';

/** What one table gets. */
export interface DemoPart {
  /** What the rows are, in the plural. */
  name: string;
  /** Inserts those of the rows (`$1`, as JSON) that are not there yet. */
  insert: string;
  rows(calendar: Calendar): object[];
}
