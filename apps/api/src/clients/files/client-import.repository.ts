import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  ClientImportDto,
  FailedRowDto,
  ImportFieldChangeDto,
  KnownBy,
  KnownClients,
} from '@groupless/shared-dto';
import { AuditEvent } from '../../audit/audit-event.entity';
import { withLock } from '../../database/advisory-locks';
import { demandFirst, type RequestKey } from '../../database/request-keys';
import { inLongTransaction } from '../../database/statements/long-transaction';
import { AppError } from '../../platform/errors/app-error';
import { newId } from '../../shared/new-id';
import { MOST } from './client-file';
import { ClientImport } from './imports/client-import.entity';
import type { ImportRow } from './import-row';
import {
  ADD_ROWS,
  ANALYSE,
  COUNT,
  COUNT_KNOWN,
  INDEX,
  KEEP_ROWS,
  LIST_OWNERS,
  LISTS,
  LOCK_IMPORTS,
  LOOK_AT,
  MAKE,
  REPORT,
  SETTLE,
  STAGE,
  TAKE_BACK,
  UNMARK,
  WAIT_FOR_CONTACTS,
  WAIT_NO_LONGER,
} from './import-statements';
import { changeKnown, listUnlike, matchKnown, previewChanges } from './import-updates';
import { ownersKey, settleRows, type Owner, type SeenRow, type SharedContacts } from './settle-rows';

export interface ImportCounts {
  created: number;
  updated: number;
  skipped: number;
}

type ListName = 'not_made' | 'shared' | 'warnings';
type ImportLists = Pick<ClientImportDto, ListName | `${ListName}_total`>;

type Listed = { [Name in ListName]: { total: number; first: ClientImportDto[Name] } };
type Kept = Omit<ClientImportDto, ListName | `${ListName}_total` | 'changes' | 'known'> & Listed;

export interface ImportOutcome extends ImportCounts {
  /** Lines (limited) whose phone or email belongs to a client with another name. */
  unlike: number[];
  /** Changes by field, if a dry run asked for them. */
  changes?: ImportFieldChangeDto[];
  /** Of a dry run. */
  known?: Record<KnownBy, number>;
}

export interface ImportTerms {
  /** Whether this is a dry run. */
  dry_run: boolean;
  /** What becomes of existing clients. */
  known: KnownClients;
  /** Whether a dry run lists the changes by field. */
  changes: boolean;
  /** Whether further numbers of a row are added to the client's. */
  add_phones: boolean;
  /** Whose a contact is that somebody of another name has. */
  shared_contacts: SharedContacts;
  /** Null: a dry run. */
  import_id: string | null;
  /** Null: it has no key. */
  request: RequestKey | null;
  now: Date;
  by: Pick<AuditEvent, 'user_id' | 'key_name'>;
  /** The rows that could not be used, once all are read. */
  failed: readonly FailedRowDto[];
  /** Makes the audit entry. */
  eventOf: (outcome: ImportOutcome) => AuditEvent;
  /** Makes the row of the import itself. */
  importOf: (outcome: ImportOutcome) => ClientImport;
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

@Injectable()
export class ClientImportRepository {
  constructor(@InjectDataSource() private readonly panel: DataSource) {}

  /**
   * Makes a client of each row whose client is not there yet, all in one transaction: by its id, or without one by
   * its phone or email, which an earlier row may have made. Throws what the rows throw, and then keeps nothing.
   * While another process imports, it waits without a connection.
   */
  async importRows(rows: AsyncIterable<ImportRow>, terms: ImportTerms): Promise<ImportOutcome & ImportLists> {
    for (let left = PATIENCE.tries; left > 0; left--) {
      const counts = await inLongTransaction(this.panel, (transaction) =>
        tryToImport(transaction, rows, terms),
      );
      if (counts !== null) return counts;
      await sleep(PATIENCE.pause_ms);
    }
    throw new AppError('database_unavailable', 'Another import takes very long. Try again later.');
  }

  /** What an import answered, from what is kept of its rows. */
  async reportOf(import_id: string): Promise<ClientImportDto> {
    const [{ not_made, shared, warnings, ...report }] = await this.panel.query<[Kept]>(REPORT, [import_id]);
    return { ...report, ...listsOf({ not_made, shared, warnings }) };
  }
}

/** @returns null without reading a row if another import runs */
async function tryToImport(
  transaction: EntityManager,
  rows: AsyncIterable<ImportRow>,
  terms: ImportTerms,
): Promise<(ImportOutcome & ImportLists) | null> {
  const { dry_run, known, changes: asks, add_phones, shared_contacts, import_id, now, by } = terms;
  const { is_ours, since } = dry_run ? { is_ours: true, since: '' } : await lockImports(transaction);
  if (!is_ours) return null;
  if (import_id !== null) await demandFirst(transaction, terms.request, import_id, now);
  if (!dry_run) await transaction.query(NOTE_IMPORT);
  const last = await stage(transaction, rows, { add_phones, now });
  await decide(transaction, last, shared_contacts, import_id);
  if (!dry_run) await takeBackDoubles(transaction, since);
  if (known !== 'skip')
    await matchKnown(transaction, batches(last), {
      isAnyName: shared_contacts === 'same_person',
      areFilled: known === 'fill',
    });
  const { updated, ...preview } =
    known === 'skip'
      ? { updated: 0 }
      : dry_run
        ? await previewChanges(transaction, asks)
        : { updated: await changeKnown(transaction, { at: now, by, import_id }) };
  const outcome = await countRows(transaction, updated);
  if (!dry_run) {
    await transaction.insert(AuditEvent, terms.eventOf(outcome));
    await transaction.insert(ClientImport, terms.importOf(outcome));
    await transaction.query(KEEP_ROWS, [import_id, JSON.stringify(terms.failed)]);
    await transaction.query(TELL_IMPORT, [import_id, outcome.created, outcome.updated]);
  }
  const by_what = dry_run ? { known: await countKnown(transaction) } : {};
  return { ...outcome, ...preview, ...by_what, ...(await listRows(transaction, dry_run)) };
}

async function countKnown(transaction: EntityManager): Promise<Record<KnownBy, number>> {
  const [counts] = await transaction.query<[Record<KnownBy, number>]>(COUNT_KNOWN);
  return counts;
}

async function listRows(transaction: EntityManager, dry_run: boolean): Promise<ImportLists> {
  const [listed] = await transaction.query<[Listed]>(LISTS, [dry_run]);
  return listsOf(listed);
}

function listsOf({ not_made, shared, warnings }: Listed): ImportLists {
  return {
    not_made: not_made.first,
    not_made_total: not_made.total,
    shared: shared.first,
    shared_total: shared.total,
    warnings: warnings.first,
    warnings_total: warnings.total,
  };
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

/** Settles which rows make a client, and creates these unless this is a dry run, without an id. */
async function decide(
  transaction: EntityManager,
  last: number,
  shared_contacts: SharedContacts,
  import_id: string | null,
): Promise<void> {
  for (const batch of batches(last)) {
    const seen = await transaction.query<SeenRow[]>(LOOK_AT, batch);
    const settled = settleRows(seen, await listOwners(transaction, batch), shared_contacts);
    if (settled.length > 0) await transaction.query(SETTLE, [JSON.stringify(settled)]);
    if (import_id === null) continue;
    const left = new Set(settled.filter(({ is_made }) => !is_made).map(({ place }) => place));
    const stored = new Set(
      (await transaction.query<{ id: string }[]>(MAKE, [...batch, import_id])).map(({ id }) => id),
    );
    // Another caller may have created a client with this id meanwhile.
    const taken = seen.filter(({ place, id }) => !left.has(place) && !stored.has(id));
    if (taken.length > 0) await transaction.query(UNMARK, [taken.map(({ place }) => place)]);
  }
}

/** Who has the contacts of the rows of a batch, by place and contact. */
async function listOwners(
  transaction: EntityManager,
  batch: [number, number],
): Promise<Map<string, Owner[]>> {
  const owners = new Map<string, Owner[]>();
  type Found = Owner & { place: number; contact: string };
  for (const { place, contact, ...owner } of await transaction.query<Found[]>(LIST_OWNERS, batch)) {
    const key = ownersKey(place, contact);
    const known = owners.get(key);
    if (known === undefined) owners.set(key, [owner]);
    else known.push(owner);
  }
  return owners;
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

async function countRows(transaction: EntityManager, updated: number): Promise<ImportOutcome> {
  const [{ created, skipped }] = await transaction.query<[Omit<ImportCounts, 'updated'>]>(COUNT);
  const unlike = await listUnlike(transaction, MOST.failed);
  return { created, updated, skipped: skipped - updated, unlike };
}
