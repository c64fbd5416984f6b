import {
  Global,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Settings } from '../config/settings';
import { dataSourceOptions, type DatabaseUrls } from './data-source-options';
import { DatabaseMonitor } from './database-monitor';
import { MEMORY } from './memory.data-source';
import { Replica } from './replica';
import { Statements } from './statements/statements';

export class PanelStatements extends Statements {}
export class MemoryStatements extends Statements {}

/** Injects the `DatabaseUrls`, for connections outside the pools. */
export const DATABASE_URLS = Symbol('DATABASE_URLS');

/** Starts and stops the monitors of both databases and their replicas. */
class DatabaseMonitors implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(private readonly monitors: readonly (DatabaseMonitor | Replica)[]) {}

  async onApplicationBootstrap(): Promise<void> {
    await Promise.all(this.monitors.map(async (monitor) => monitor.start()));
  }

  /** Runs after the requests in flight have ended, so a hung database cannot block them. */
  async onApplicationShutdown(): Promise<void> {
    for (const monitor of this.monitors) await monitor.stop();
  }
}

/** The two data sources, and for each a way to run prepared statements on its pool. */
@Global()
@Module({})
export class DatabaseModule {
  static with(settings: Settings, urls: DatabaseUrls): DynamicModule {
    const { prepared_statements } = settings;
    const nest = { retryAttempts: 1, autoLoadEntities: true };
    const monitors = {
      panel: new DatabaseMonitor(urls.panel.direct_url),
      memory: new DatabaseMonitor(urls.memory.direct_url),
    };
    const replicaOf = (url: string | null) => (url === null ? null : new Replica(url, settings));
    const replicas = {
      panel: replicaOf(settings.panel_database.read_url),
      memory: replicaOf(settings.memory_database.read_url),
    };
    const watched = [...Object.values(monitors), ...Object.values(replicas)].filter((one) => one !== null);
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({
          ...dataSourceOptions('panel', urls.panel, settings, monitors.panel),
          name: 'default',
          ...nest,
        }),
        TypeOrmModule.forRoot({
          ...dataSourceOptions('memory', urls.memory, settings, monitors.memory),
          name: MEMORY,
          ...nest,
        }),
      ],
      providers: [
        { provide: DATABASE_URLS, useValue: urls },
        { provide: DatabaseMonitors, useValue: new DatabaseMonitors(watched) },
        {
          provide: PanelStatements,
          inject: [getDataSourceToken()],
          useFactory: (panel: DataSource) => new PanelStatements(panel, prepared_statements, replicas.panel),
        },
        {
          provide: MemoryStatements,
          inject: [getDataSourceToken(MEMORY)],
          useFactory: (memory: DataSource) =>
            new MemoryStatements(memory, prepared_statements, replicas.memory),
        },
      ],
      exports: [DATABASE_URLS, PanelStatements, MemoryStatements],
    };
  }
}
