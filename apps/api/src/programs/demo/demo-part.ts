import type { DatabaseName } from '../../database/data-source-options';
import type { Calendar } from './calendar';

/** What one table gets. */
export interface DemoPart {
  /** What the rows are, in the plural. */
  name: string;
  /** Where its table is; the memory unless said. */
  database?: DatabaseName;
  /** Inserts those of the rows (`$1`, as JSON) that are not there yet, and returns their ids. */
  insert: string;
  rows(calendar: Calendar): object[];
}
