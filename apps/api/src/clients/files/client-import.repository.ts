import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuditEvent } from '../../audit/audit-event.entity';
import { AppError } from '../../shared/errors/app-error';
import { newId } from '../../shared/new-id';
import type { ImportRow } from './import-row';
import {
  ADD_ROWS,
  ANALYSE,
  COUNT,
  LOCK_CONTACTS,
  LOCK_IMPORTS,
  LOOK_AT,
  MAKE,
  MARK_MADE,
  STAGE,
  TAKE_BACK,
  UNMARK,
} from './import-statements';

export interface ImportCounts {
  created: number;
  skipped: number;
}

export interface ImportTerms {
  /** Whether nothing is to be stored. */
  dry_run: boolean;
  now: Date;
  /** The entry for what was done. */
  eventOf: (counts: ImportCounts) => AuditEvent;
}

/** The rows' own triggers then note nothing for outbound webhooks, which are told of the import as a whole. */
const NOTE_IMPORT = `
  with import as materialized (select set_config('groupless.importing', 'on', true))
  insert into hook_outbox (type)
  select type from hook_events, import where type = 'clients.imported'`;

/** Rows that go to the database together. */
const BATCH = { rows: 500, characters: 1_000_000 };
/** Staged rows that are made together: each statement runs the triggers of the table once. */
const MADE_TOGETHER = 5_000;
/** How long an import waits for that of another process. */
const PATIENCE = { tries: 480, pause_ms: 500 };

interface SeenRow {
  place: number;
  id: string;
  has_id: boolean;
  phone: string | null;
  email: string | null;
  is_known: boolean;
}

@Injectable()
export class ClientImportRepository {
  constructor(@InjectDataSource() private readonly panel: DataSource) {}

  /**
   * Makes a client of each row whose client is not there yet, all in one transaction: by its id, or without one by
   * its phone or email, which an earlier row may have made. Throws what the rows throw, and then keeps nothing.
   * While another process imports, it waits without a connection.
   */
  async importRows(rows: AsyncIterable<ImportRow>, terms: ImportTerms): Promise<ImportCounts> {
    for (let left = PATIENCE.tries; left > 0; left--) {
      const counts = await this.panel.transaction((transaction) => tryToImport(transaction, rows, terms));
      if (counts !== null) return counts;
      await sleep(PATIENCE.pause_ms);
    }
    throw new AppError('database_unavailable', 'Another import takes very long. Try again later.');
  }
}

/** @returns null, with all rows still to be read, while another import runs */
async function tryToImport(
  transaction: EntityManager,
  rows: AsyncIterable<ImportRow>,
  { dry_run, now, eventOf }: ImportTerms,
): Promise<ImportCounts | null> {
  if (!dry_run && !(await lockImports(transaction))) return null;
  if (!dry_run) await transaction.query(NOTE_IMPORT);
  const last = await stage(transaction, rows, now);
  await decide(transaction, last, dry_run);
  if (dry_run) return countRows(transaction);
  await transaction.query(ANALYSE);
  await transaction.query(LOCK_CONTACTS);
  await transaction.query(TAKE_BACK);
  const counts = await countRows(transaction);
  await transaction.insert(AuditEvent, eventOf(counts));
  return counts;
}

/**
 * Keeps the rows aside.
 * @returns the place of the last one
 */
async function stage(transaction: EntityManager, rows: AsyncIterable<ImportRow>, now: Date): Promise<number> {
  for (const statement of STAGE) await transaction.query(statement);
  let place = 0;
  for await (const batch of batched(rows)) {
    const staged = batch.map((row) => ({
      ...row,
      place: ++place,
      id: row.id ?? newId(now),
      has_id: row.id !== null,
    }));
    await transaction.query(ADD_ROWS, [JSON.stringify(staged)]);
  }
  return place;
}

/** Marks the rows that make a client, and makes it unless this is a dry run. */
async function decide(transaction: EntityManager, last: number, dry_run: boolean): Promise<void> {
  for (const [after, to] of batches(last)) {
    const made = unknownRows(await transaction.query<SeenRow[]>(LOOK_AT, [after, to]));
    await transaction.query(MARK_MADE, [made]);
    if (dry_run) continue;
    const stored = await transaction.query<{ id: string }[]>(MAKE, [made]);
    // Another caller may have made a client with the same id a moment ago.
    if (stored.length < made.length) await transaction.query(UNMARK, [made, stored.map(({ id }) => id)]);
  }
}

/** Those of a batch that neither the database nor an earlier row of the batch knows. */
function unknownRows(batch: readonly SeenRow[]): number[] {
  const known = new Set<string>();
  const made: number[] = [];
  for (const { place, id, has_id, phone, email, is_known } of batch) {
    const contacts = [phone, email].filter((contact) => contact !== null);
    const keys = has_id ? [id] : contacts;
    if (is_known || keys.some((key) => known.has(key))) continue;
    for (const key of [id, ...contacts]) known.add(key);
    made.push(place);
  }
  return made;
}

async function* batched(rows: AsyncIterable<ImportRow>): AsyncGenerator<ImportRow[]> {
  let batch: ImportRow[] = [];
  let characters = 0;
  for await (const row of rows) {
    batch.push(row);
    characters += row.notes.length + row.tags.length * 100;
    if (batch.length < BATCH.rows && characters < BATCH.characters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** The places behind the first and up to the second, until the last. */
function* batches(last: number): Generator<[after: number, to: number]> {
  for (let after = 0; after < last; after += MADE_TOGETHER)
    yield [after, Math.min(after + MADE_TOGETHER, last)];
}

async function lockImports(transaction: EntityManager): Promise<boolean> {
  const [{ is_ours }] = await transaction.query<[{ is_ours: boolean }]>(LOCK_IMPORTS);
  return is_ours;
}

async function countRows(transaction: EntityManager): Promise<ImportCounts> {
  const [counts] = await transaction.query<[ImportCounts]>(COUNT);
  return counts;
}
