import { Injectable } from '@nestjs/common';
import type { DatabasePoolDto } from '@groupless/shared-dto';
import type { DatabaseName } from '../database/data-source-options';
import { MemoryStatements, PanelStatements } from '../database/database.module';
import type { Statements } from '../database/statements/statements';

/** The counting limit, so that the cost does not grow with the tables. */
const COUNTED = 10_000;

const upTo = (from: string) => `(select count(*) from (select from ${from} limit ${COUNTED}) as rows)::int`;
const kept = (count: string) =>
  `(select coalesce(sum(count), 0) from row_counts where name = '${count}')::float8`;

const PANEL_COUNTS = {
  name: 'metrics_panel',
  text: `
    select ${kept('clients')} as clients,
           ${kept('open_conversations')} as conversations_open,
           ${upTo(`conversations where status = 'needs_human'`)} as conversations_needs_human,
           ${upTo(`conversations where status = 'human'`)} as conversations_human,
           ${upTo(`appointments where status = 'pending'`)} as appointments_pending`,
};

const MEMORY_COUNTS = {
  name: 'metrics_memory',
  text: `select ${upTo(`assistant_tasks where status = 'pending'`)} as tasks_pending`,
};

const PING = { name: 'ping', text: 'select 1' };

export type PanelCounts = Record<
  | 'clients'
  | 'conversations_open'
  | 'conversations_needs_human'
  | 'conversations_human'
  | 'appointments_pending',
  number
>;
export type MemoryCounts = Record<'tasks_pending', number>;

/** Counts in the databases, by indexes and at constant cost. */
@Injectable()
export class MetricsRepository {
  private readonly statements: Record<DatabaseName, Statements>;

  constructor(panel: PanelStatements, memory: MemoryStatements) {
    this.statements = { panel, memory };
  }

  countPanel(): Promise<PanelCounts> {
    return this.statements.panel.one<PanelCounts>(PANEL_COUNTS, []);
  }

  countMemory(): Promise<MemoryCounts> {
    return this.statements.memory.one<MemoryCounts>(MEMORY_COUNTS, []);
  }

  async ping(database: DatabaseName): Promise<void> {
    await this.statements[database].run(PING, []);
  }

  poolUse(database: DatabaseName): DatabasePoolDto {
    return this.statements[database].poolUse();
  }

  /** Reads that may go to a replica, by the server that answered. */
  reads(database: DatabaseName): Readonly<Record<'replica' | 'primary', number>> {
    return this.statements[database].reads;
  }
}
