import { Injectable } from '@nestjs/common';
import type { DatabaseReportDto, DatabasesReportDto, DatabaseTableDto } from '@groupless/shared-dto';
import type { DatabaseName } from '../../database/data-source-options';
import { DatabaseReportRepository, type Overview } from './database-report.repository';

/** Tables up to this size are counted, larger ones estimated. */
const COUNTED = 10_000;

@Injectable()
export class DatabaseReportService {
  constructor(private readonly databases: DatabaseReportRepository) {}

  /** Rejects, and so answers 503, while one of them is away. */
  async report(): Promise<DatabasesReportDto> {
    const [panel, memory] = await Promise.all([this.reportOf('panel'), this.reportOf('memory')]);
    return { panel, memory };
  }

  private async reportOf(database: DatabaseName): Promise<DatabaseReportDto> {
    const overview = await this.databases.getOverview(database);
    const { name, server_version, size_bytes, tables, applied_migrations: applied } = overview;
    const quoted = tables.map((table) => table.quoted);
    const counts = await this.databases.countRows(database, quoted, COUNTED + 1);
    const round_trip_ms = await this.databases.measureRoundTrip(database);
    return {
      name,
      server_version,
      size_bytes,
      tables: tables.map((table, index) => toTableDto(table, counts[index] ?? 0)),
      migrations: {
        applied,
        pending: this.databases.listOwnMigrations(database).filter((one) => !applied.includes(one)),
      },
      pool: this.databases.poolUse(database),
      round_trip_ms: Math.round(round_trip_ms * 100) / 100,
    };
  }
}

function toTableDto(
  { name, estimated_rows, size_bytes }: Overview['tables'][number],
  counted: number,
): DatabaseTableDto {
  const rows_are_exact = counted <= COUNTED;
  return {
    name,
    rows: rows_are_exact ? counted : Math.max(counted, estimated_rows),
    rows_are_exact,
    size_bytes,
  };
}
