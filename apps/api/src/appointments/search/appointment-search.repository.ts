import { Injectable } from '@nestjs/common';
import type { APPOINTMENT_SORTS } from '@groupless/shared-dto';
import { PanelStatements } from '../../database/database.module';
import type { SortKey } from '../../database/pages/page-statements';
import { readFilteredPage } from '../../database/pages/read-filtered-page';
import { readPage, type PageInput } from '../../database/pages/read-page';
import type { Value } from '../../database/statements/statements';
import type { JsonText } from '../../platform/http/json-text';
import {
  conditionsOf,
  firstStart,
  timeOf,
  type AppointmentFilters,
  type FilterCondition,
} from '../appointment-filters';
import { searchConditions } from './search-conditions';

export type AppointmentSort = (typeof APPOINTMENT_SORTS)[number];

/** The columns that the conditions read. */
const COLUMNS = [
  'client_id',
  'search_text',
  'starts_at',
  'ends_at',
  'status',
  'source',
  'resource',
  'resource_id',
  'room_id',
  'external_id',
  'chat_id',
  'created_at',
  'updated_at',
  'made_by_agent',
  'made_in_hours',
  'times_moved',
];

/**
 * A statement of its own, so that it is prepared; within the page and its count it would be planned twice each time.
 */
const FIRST_START = {
  name: 'first_start_of_going_on',
  text: `select ${firstStart('$1::timestamptz')}::text as first`,
};

const LIST = { name: 'appointments', from: 'appointments' };

@Injectable()
export class AppointmentSearchRepository {
  constructor(private readonly panel: PanelStatements) {}

  /**
   * @param row an expression that makes the JSON of an appointment
   * @throws AppError `invalid_cursor`
   */
  async listAll(
    row: string,
    filters: AppointmentFilters,
    sort: AppointmentSort,
    page: PageInput,
  ): Promise<JsonText> {
    const { from } = filters;
    const first = from === null ? null : await this.panel.readOne<{ first: string }>(FIRST_START, [from]);
    const conditions = positional(conditionsOf(filters, first?.first));
    const list = { ...LIST, row, sort: sortKeys(sort), ...conditions };
    return readPage(this.panel, { ...list, asked: filters }, page);
  }

  /**
   * One page of search hits, at a cost that does not grow with the table.
   * @param row an expression that makes the JSON of an appointment
   * @throws AppError `invalid_cursor`
   */
  listFound(
    row: string,
    search: string,
    filters: AppointmentFilters,
    sort: AppointmentSort,
    page: PageInput,
  ): Promise<JsonText> {
    const isByTime = sort.endsWith('starts_at');
    const range = positional(timeOf(filters));
    const others = positional(conditionsOf({ ...filters, from: null, to: null }), range.values.length);
    const found = searchConditions(search, range.values.length + others.values.length + 1);
    const narrowed = [...range.where, ...others.where];
    return readFilteredPage(
      this.panel,
      {
        ...LIST,
        row,
        sort: sortKeys(sort),
        columns: COLUMNS,
        where: [...narrowed, found.where, ...found.matches],
        matches: [...narrowed, ...found.matches],
        values: [...range.values, ...others.values, ...found.values],
        ...(isByTime ? { range: { where: range.where, values: range.values.length } } : {}),
      },
      page,
    );
  }
}

function sortKeys(sort: AppointmentSort): SortKey[] {
  const descending = sort.startsWith('-');
  return [
    { sql: sort.replace('-', ''), kind: 'time', descending },
    { sql: 'id', kind: 'uuid', descending },
  ];
}

/** Turns named parameters into positional ones. */
function positional(
  conditions: readonly FilterCondition[],
  before = 0,
): { where: string[]; values: Value[] } {
  const values: Value[] = [];
  const place = (value: Value) => `$${before + values.push(value)}`;
  const where = conditions.map(([condition, parameters]) => {
    const named = parameters as Record<string, Value | Value[]>;
    return condition.replace(/(?<!:):(?:\.\.\.)?(\w+)/gu, (_match, name: string) =>
      [named[name] ?? null].flat().map(place).join(', '),
    );
  });
  return { where, values };
}
