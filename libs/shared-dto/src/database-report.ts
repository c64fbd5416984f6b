import type { Fraction } from './kinds';

/** @schema DatabaseTable */
export interface DatabaseTableDto {
  /** @example clients */
  name: string;
  rows: number;
  /** False: there are more than 10,000, and PostgreSQL estimates how many. */
  rows_are_exact: boolean;
  /** With its indexes and long values. */
  size_bytes: number;
}

/**
 * The connections of this process to a database.
 * @schema DatabasePool
 */
export interface DatabasePoolDto {
  /** Connections of this process that are open. */
  total: number;
  /** Those of them without work. */
  idle: number;
  /** Requests that wait for one. */
  waiting: number;
  /** The most that may be open. */
  max: number;
}

/** @schema DatabaseMigrations */
export interface DatabaseMigrationsDto {
  /** @example ["CreatePanel1795390000000"] */
  applied: string[];
  /** @example [] */
  pending: string[];
}

/** @schema DatabaseReport */
export interface DatabaseReportDto {
  /**
   * Of the database itself.
   * @example groupless
   */
  name: string;
  /** @example "18.1" */
  server_version: string;
  size_bytes: number;
  /** The largest first. */
  tables: DatabaseTableDto[];
  migrations: DatabaseMigrationsDto;
  pool: DatabasePoolDto;
  /** How long the simplest question takes. */
  round_trip_ms: Fraction;
}

/** How the two databases are. */
export interface DatabasesReportDto {
  panel: DatabaseReportDto;
  memory: DatabaseReportDto;
}
