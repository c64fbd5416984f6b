import type { PageList } from '../../data/page-list';
import type { IconName } from '../icons';
import type { Column } from './column';

/** What stands where no row is; the texts by their keys. */
export interface EmptyTable {
  icon: IconName;
  heading: string;
  text: string;
}

/** What a data table shows, and what its rows and headers do. */
export interface TableRows<Row> {
  readonly list: PageList<Row>;
  readonly columns: () => readonly Column[];
  readonly idOf: (row: Row) => string;
  /** What a row is called, for the names of its controls. */
  readonly nameOf: (row: Row) => string;
  /** The present sort, as the list's request has it. */
  readonly sort?: { value: () => string; set: (sort: string) => void };
  /** The id of the row that is open beside the table. */
  readonly openId?: () => string | null;
  readonly open: (row: Row) => void;
  /** Without it the table's content says it, with `empty`. */
  readonly empty?: () => EmptyTable;
  /** Whether something narrows the list, and the way to all of it. */
  readonly isFiltered?: () => boolean;
  readonly clear?: () => void;
  /** The text of the link to a new record, for who may make one. */
  readonly make?: string | undefined;
}
