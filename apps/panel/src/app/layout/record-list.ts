import { inject, type Signal } from '@angular/core';
import { pageList } from '../data/page-list';
import { Session } from '../session/session';
import type { Column } from '../ui/data-table/column';
import type { EmptyTable, TableRows } from '../ui/data-table/table-rows';
import { listFilters, type ListFilter, type ListFilters } from './list-filters';
import { openRecord } from './open-record';
import { urlState } from './url-state';

interface Definition<Row> {
  url: string;
  columns: readonly Column[] | (() => readonly Column[]);
  /** The field that tells rows apart: `id`, if nothing else is said. The address of an open row has it. */
  id?: keyof Row & string;
  nameOf: (row: Row) => string;
  /** What it is sorted by at first; without it, it cannot be sorted. */
  sort?: string;
  filters?: readonly ListFilter[];
  /** What the request has besides; what the filters say of the same name is replaced. */
  query?: () => Record<string, string | null>;
  empty?: (isFiltered: boolean) => EmptyTable;
  /** The text of a new record, where one can be made in a drawer. */
  make?: string;
  /** What opens a row, instead of a drawer with an address of its own. */
  open?: (row: Row) => void;
}

export interface RecordList<Row> extends TableRows<Row>, ListFilters {
  readonly openId: Signal<string | null>;
  readonly isFiltered: Signal<boolean>;
  readonly clear: () => void;
}

/**
 * A list of records from one definition: what it reads, its columns, filters, the text where it is empty, and what opens a
 * row. In an injection context; `<app-data-table [of]="…">` shows it, `<app-filter-chips [of]="…">` its filters.
 */
export function recordList<Row extends object>({
  url,
  columns,
  id: key = 'id' as keyof Row & string,
  nameOf,
  sort: initial,
  filters = [],
  query,
  empty,
  make,
  open,
}: Definition<Row>): RecordList<Row> {
  const chosen = listFilters(filters);
  const sort = initial === undefined ? undefined : urlState('sort', initial);
  const record = openRecord({ param: key, ...(make !== undefined && { make }) });
  const idOf = (row: Row) => String(row[key]);
  return {
    ...chosen,
    list: pageList<Row>(() => ({
      url,
      query: { ...chosen.query(), ...(sort && { sort: sort.value() }), ...query?.() },
    })),
    columns: typeof columns === 'function' ? columns : () => columns,
    idOf,
    nameOf,
    ...(sort && { sort }),
    openId: record.id,
    open: open ?? ((row) => record.open(idOf(row))),
    ...(empty && { empty: () => empty(chosen.isFiltered()) }),
    make: inject(Session).isOperator() ? make : undefined,
  };
}
