import type { DatabaseName } from '../../database/data-source-options';
import type { Calendar } from './calendar';

/** The demo rows of one table. */
export interface DemoPart {
  /** A plural noun for the rows. */
  name: string;
  /** The table's database; by default the memory. */
  database?: DatabaseName;
  /** A statement that inserts the missing rows of `$1` (JSON) and returns their ids. */
  insert: string;
  rows(calendar: Calendar): object[];
}
