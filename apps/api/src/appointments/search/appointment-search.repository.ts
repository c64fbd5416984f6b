import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PageDto } from '@groupless/shared-dto';
import { In, Repository } from 'typeorm';
import { PanelStatements } from '../../database/database.module';
import type { SortKey } from '../../database/pages/page-statements';
import { readFilteredPage } from '../../database/pages/read-filtered-page';
import type { PageInput } from '../../database/pages/read-page';
import type { Value } from '../../database/statements/statements';
import { conditionsOf, timeOf, type AppointmentFilters, type FilterCondition } from '../appointment-filters';
import { Appointment, type BookedAppointment } from '../appointment.entity';
import { searchConditions } from './search-conditions';

/** What the conditions read. */
const COLUMNS = [
  ...['client_id', 'search_text', 'starts_at', 'ends_at', 'status', 'source', 'resource', 'external_id'],
  ...['chat_id', 'created_at', 'updated_at'],
];

@Injectable()
export class AppointmentSearchRepository {
  constructor(
    private readonly panel: PanelStatements,
    @InjectRepository(Appointment) private readonly appointments: Repository<Appointment>,
  ) {}

  /**
   * One page of what a search finds, at a cost that does not grow with the table.
   * @param sort by columns of `appointments`
   * @throws AppError `invalid_cursor`
   */
  async listFound(
    search: string,
    filters: AppointmentFilters,
    sort: readonly SortKey[],
    page: PageInput,
  ): Promise<PageDto<BookedAppointment>> {
    const isByTime = sort[0]?.sql === 'starts_at';
    const range = positional(timeOf(filters));
    const others = positional(conditionsOf({ ...filters, from: null, to: null }), range.values.length);
    const found = searchConditions(search, range.values.length + others.values.length + 1);
    const narrowed = [...range.where, ...others.where];
    const text = await readFilteredPage(
      this.panel,
      {
        ...{ name: 'appointments', row: 'to_json(id)::text', from: 'appointments', sort, columns: COLUMNS },
        where: [...narrowed, found.where, ...found.matches],
        matches: [...narrowed, ...found.matches],
        values: [...range.values, ...others.values, ...found.values],
        ...(isByTime ? { range: { where: range.where, values: range.values.length } } : {}),
      },
      page,
    );
    const { items: ids, ...rest } = JSON.parse(text) as PageDto<string>;
    return { ...rest, items: await this.readInOrder(ids) };
  }

  private async readInOrder(ids: string[]): Promise<BookedAppointment[]> {
    if (ids.length === 0) return [];
    const rows = await this.appointments.find({ where: { id: In(ids) }, relations: { client: true } });
    const known = new Map(rows.map((row) => [row.id, row as BookedAppointment]));
    return ids.flatMap((id) => known.get(id) ?? []);
  }
}

/** Conditions over `a` with named parameters as conditions over `appointments` with places. */
function positional(
  conditions: readonly FilterCondition[],
  before = 0,
): { where: string[]; values: Value[] } {
  const values: Value[] = [];
  const place = (value: Value) => `$${before + values.push(value)}`;
  const where = conditions.map(([condition, parameters]) => {
    const named = parameters as Record<string, Value | Value[]>;
    return condition
      .replace(/\ba\./gu, '')
      .replace(/(?<!:):(?:\.\.\.)?(\w+)/gu, (_match, name: string) =>
        [named[name] ?? null].flat().map(place).join(', '),
      );
  });
  return { where, values };
}
