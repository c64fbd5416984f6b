import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportFieldChangeDto } from '@groupless/shared-dto';
import { AuditEvent } from '../../audit/audit-event.entity';
import { withLock } from '../../database/advisory-locks';
import { AppError } from '../../platform/errors/app-error';
import { newId } from '../../shared/new-id';
import { MOST } from './client-file';
import type { ImportRow } from './import-row';
import {
  ADD_ROWS,
  ANALYSE,
  COUNT,
  INDEX,
  LOCK_IMPORTS,
  LOOK_AT,
  MAKE,
  STAGE,
  TAKE_BACK,
  UNMARK,
  WAIT_FOR_CONTACTS,
  WAIT_NO_LONGER,
} from './import-statements';
import { changeKnown, listUnlike, matchKnown, previewChanges } from './import-updates';

export interface ImportCounts {
  created: number;
  updated: number;
  skipped: number;
}

export interface ImportOutcome extends ImportCounts {
  /** Lines (limited) whose phone or email belongs to a client with another name. */
  unlike: number[];
  /** Changes by field, if a dry run asked for them. */
  changes?: ImportFieldChangeDto[];
}

export interface ImportTerms {
  /** Whether this is a dry run. */
  dry_run: boolean;
  /** Whether existing clients are updated. */
  update: boolean;
  /** Whether a dry run lists the changes by field. */
  changes: boolean;
  /** Whether further numbers of a row are added to the client's. */
  add_phones: boolean;
  /** Null: a dry run. */
  import_id: string | null;
  now: Date;
  by: Pick<AuditEvent, 'user_id' | 'key_name'>;
  /** Makes the audit entry. */
  eventOf: (outcome: ImportOutcome) => AuditEvent;
}

/** Disables the rows' webhook triggers, because webhooks get one event for the import. */
const NOTE_IMPORT = `select set_config('groupless.importing', 'on', true)`;
const TELL_IMPORT = `
  insert into hook_outbox (type, object)
  select type, jsonb_build_object('import_id', $1::uuid, 'created', $2::integer, 'updated', $3::integer)
  from hook_events where type = 'clients.imported'`;

/** The size of a batch. */
const BATCH = { rows: 500, characters: 1_000_000 };
/** Rows inserted by one statement, so that the table's triggers run once for them. */
const MADE_TOGETHER = 5_000;
/** How long an import waits for one of another process. */
const PATIENCE = { tries: 480, pause_ms: 500 };

interface SeenRow {
  place: number;
  id: string;
  has_id: boolean;
  phone: string | null;
  email: string | null;
  others: string[];
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
  async importRows(rows: AsyncIterable<ImportRow>, terms: ImportTerms): Promise<ImportOutcome> {
    for (let left = PATIENCE.tries; left > 0; left--) {
      const counts = await this.panel.transaction((transaction) => tryToImport(transaction, rows, terms));
      if (counts !== null) return counts;
      await sleep(PATIENCE.pause_ms);
    }
    throw new AppError('database_unavailable', 'Another import takes very long. Try again later.');
  }
}

/** @returns null without reading a row if another import runs */
async function tryToImport(
  transaction: EntityManager,
  rows: AsyncIterable<ImportRow>,
  { dry_run, update, changes: asks, add_phones, import_id, now, by, eventOf }: ImportTerms,
): Promise<ImportOutcome | null> {
  const { is_ours, since } = dry_run ? { is_ours: true, since: '' } : await lockImports(transaction);
  if (!is_ours) return null;
  if (!dry_run) await transaction.query(NOTE_IMPORT);
  const last = await stage(transaction, rows, { add_phones, now });
  await decide(transaction, last, import_id);
  if (!dry_run) await takeBackDoubles(transaction, since);
  if (update) await matchKnown(transaction, batches(last));
  const { updated, ...preview } = !update
    ? { updated: 0 }
    : dry_run
      ? await previewChanges(transaction, asks)
      : { updated: await changeKnown(transaction, { at: now, by, import_id }) };
  const outcome = await countRows(transaction, updated);
  if (!dry_run) {
    await transaction.insert(AuditEvent, eventOf(outcome));
    await transaction.query(TELL_IMPORT, [import_id, outcome.created, outcome.updated]);
  }
  return { ...outcome, ...preview };
}

/** Locks out other creators of clients until the transaction ends. */
async function takeBackDoubles(transaction: EntityManager, since: string): Promise<void> {
  for (const statement of [ANALYSE, WAIT_FOR_CONTACTS]) await transaction.query(statement);
  // Transactions that create single clients hold it in shared mode.
  await withLock(transaction, 'clientContacts');
  await transaction.query(WAIT_NO_LONGER);
  await transaction.query(TAKE_BACK, [since]);
}

/**
 * Stages the rows: a batch is read while the previous one is written.
 * @returns the position of the last one
 */
async function stage(
  transaction: EntityManager,
  rows: AsyncIterable<ImportRow>,
  { add_phones, now }: Pick<ImportTerms, 'add_phones' | 'now'>,
): Promise<number> {
  for (const statement of STAGE) await transaction.query(statement);
  let place = 0;
  let writing = Promise.resolve();
  try {
    for await (const batch of batched(rows)) {
      const staged = batch.map((row) => ({
        ...row,
        place: ++place,
        id: row.id ?? newId(now),
        has_id: row.id !== null,
        // A given value replaces the stored one.
        given: add_phones ? row.given.filter((column) => column !== 'other_phones') : row.given,
      }));
      await writing;
      writing = transaction.query(ADD_ROWS, [JSON.stringify(staged)]);
      // Awaited later; this prevents an unhandled rejection until then.
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
  for (const statement of INDEX) await transaction.query(statement);
  return place;
}

/** Finds the rows of existing clients, and creates the other clients unless this is a dry run, without an id. */
async function decide(transaction: EntityManager, last: number, import_id: string | null): Promise<void> {
  for (const batch of batches(last)) {
    const seen = await transaction.query<SeenRow[]>(LOOK_AT, batch);
    const known = knownRows(seen);
    if (known.size > 0) await transaction.query(UNMARK, [[...known]]);
    if (import_id === null || known.size === seen.length) continue;
    const stored = new Set(
      (await transaction.query<{ id: string }[]>(MAKE, [...batch, import_id])).map(({ id }) => id),
    );
    // Another caller may have created a client with this id meanwhile.
    const taken = seen.filter(({ place, id }) => !known.has(place) && !stored.has(id));
    if (taken.length > 0) await transaction.query(UNMARK, [taken.map(({ place }) => place)]);
  }
}

/** The positions of the rows whose client is in the database or in an earlier row. */
function knownRows(batch: readonly SeenRow[]): Set<number> {
  const made = new Set<string>();
  const known = new Set<number>();
  for (const { place, id, has_id, phone, email, others, is_known } of batch) {
    const contacts = [phone, email, ...others].filter((contact) => contact !== null);
    const keys = has_id ? [id] : contacts;
    if (is_known || keys.some((key) => made.has(key))) known.add(place);
    else for (const key of [id, ...contacts]) made.add(key);
  }
  return known;
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

/** Ranges of positions up to the last. */
function* batches(last: number): Generator<[after: number, to: number]> {
  for (let after = 0; after < last; after += MADE_TOGETHER)
    yield [after, Math.min(after + MADE_TOGETHER, last)];
}

/** @returns the snapshot after which other transactions may have written rows this one does not see */
async function lockImports(transaction: EntityManager): Promise<{ is_ours: boolean; since: string }> {
  const [locked] = await transaction.query<[{ is_ours: boolean; since: string }]>(LOCK_IMPORTS);
  return locked;
}

/** A client of two rows counts once as updated; the other row is skipped. */
async function countRows(transaction: EntityManager, updated: number): Promise<ImportOutcome> {
  const [{ created, skipped }] = await transaction.query<[Omit<ImportCounts, 'updated'>]>(COUNT);
  const unlike = await listUnlike(transaction, MOST.failed);
  return { created, updated, skipped: skipped - updated, unlike };
}
