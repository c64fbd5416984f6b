import { Global, Module, type DynamicModule } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Settings } from '../config/settings';
import { dataSourceOptions, type DatabaseUrls } from './data-source-options';
import { MEMORY } from './memory.data-source';
import { Statements } from './statements';

export class PanelStatements extends Statements {}
export class MemoryStatements extends Statements {}

/** Injects the `DatabaseUrls`, for connections of one's own. */
export const DATABASE_URLS = Symbol('DATABASE_URLS');

/** The two data sources, and for each a way to run prepared statements on its pool. */
@Global()
@Module({})
export class DatabaseModule {
  static with(settings: Settings, urls: DatabaseUrls): DynamicModule {
    const { prepared_statements } = settings;
    const retry = { retryAttempts: 1 };
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({
          ...dataSourceOptions('panel', urls.panel, settings),
          name: 'default',
          ...retry,
        }),
        TypeOrmModule.forRoot({
          ...dataSourceOptions('memory', urls.memory, settings),
          name: MEMORY,
          ...retry,
        }),
      ],
      providers: [
        { provide: DATABASE_URLS, useValue: urls },
        {
          provide: PanelStatements,
          inject: [getDataSourceToken()],
          useFactory: (panel: DataSource) => new PanelStatements(panel, prepared_statements),
        },
        {
          provide: MemoryStatements,
          inject: [getDataSourceToken(MEMORY)],
          useFactory: (memory: DataSource) => new MemoryStatements(memory, prepared_statements),
        },
      ],
      exports: [DATABASE_URLS, PanelStatements, MemoryStatements],
    };
  }
}
