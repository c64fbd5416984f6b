import { Injectable } from '@nestjs/common';
import type { DatabasePoolDto } from '@groupless/shared-dto';
import type { DatabaseName } from '../../database/data-source-options';
import { MemoryStatements, PanelStatements } from '../../database/database.module';
import { MEMORY_MIGRATIONS } from '../../database/memory.data-source';
import { PANEL_MIGRATIONS } from '../../database/panel.data-source';
import type { Statements } from '../../database/statements/statements';

export interface Overview {
  name: string;
  server_version: string;
  size_bytes: number;
  /** Largest first. */
  tables: { name: string; quoted: string; estimated_rows: number; size_bytes: number }[];
  applied_migrations: string[];
}

/** A table without an ANALYZE has no planner estimate; then the statistics counters give one. */
const OVERVIEW = {
  name: 'database_overview',
  text: `
    select current_database() as name,
           split_part(current_setting('server_version'), ' ', 1) as server_version,
           pg_database_size(current_database())::float8 as size_bytes,
           (select coalesce(json_agg(shown order by size_bytes desc, name), '[]') from (
              select relname as name, quote_ident(relname) as quoted, pg_total_relation_size(oid) as size_bytes,
                     case when reltuples > 0 and relpages > 0
                       then round(reltuples / relpages * (pg_relation_size(oid) / current_setting('block_size')::int))
                       else pg_stat_get_live_tuples(oid)
                     end as estimated_rows
              from pg_class
              where relnamespace = (select oid from pg_namespace where nspname = current_schema())
                and relkind in ('r', 'p') and not relispartition and has_table_privilege(oid, 'select')
           ) as shown) as tables,
           (select coalesce(json_agg(name order by id), '[]') from migrations) as applied_migrations`,
};

const PING = { name: 'ping', text: 'select 1' };

/** Queries about a database itself, at a cost that does not grow with its tables. */
@Injectable()
export class DatabaseReportRepository {
  private readonly statements: Record<DatabaseName, Statements>;

  constructor(panel: PanelStatements, memory: MemoryStatements) {
    this.statements = { panel, memory };
  }

  getOverview(database: DatabaseName): Promise<Overview> {
    return this.statements[database].one<Overview>(OVERVIEW, []);
  }

  /**
   * Counts the rows of tables, of each only up to a number.
   * @param tables quoted as SQL needs them
   */
  async countRows(database: DatabaseName, tables: readonly string[], upTo: number): Promise<number[]> {
    const counts = tables.map(
      (table) => `(select count(*)::int from (select from ${table} limit ${upTo}) as counted)`,
    );
    const text = `select array[${counts.join(', ')}]::int[] as counts`;
    return (await this.statements[database].one<{ counts: number[] }>({ text }, [])).counts;
  }

  /** How long the simplest question takes, in milliseconds. */
  async measureRoundTrip(database: DatabaseName): Promise<number> {
    const askedAt = performance.now();
    await this.statements[database].run(PING, []);
    return performance.now() - askedAt;
  }

  poolUse(database: DatabaseName): DatabasePoolDto {
    return this.statements[database].poolUse();
  }

  /** The migrations that this program has, in their order. */
  listOwnMigrations(database: DatabaseName): string[] {
    return (database === 'panel' ? PANEL_MIGRATIONS : MEMORY_MIGRATIONS).map(({ name }) => name);
  }
}
