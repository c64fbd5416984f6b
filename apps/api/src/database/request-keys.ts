import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import type { FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../platform/access/caller';
import { knownCaller } from '../platform/access/current-caller';
import { AppError } from '../platform/errors/app-error';
import { created, okDto, type Answer } from '../platform/http/answer';
import { documents } from '../platform/http/headers/documented-header';
import { idempotencyKeyOf } from '../platform/http/headers/idempotency-key';
import { isObject } from '../platform/validation/pipe/to-instance';

/** The tables, of either database, and the column of the id, whose rows requests with an `Idempotency-Key` insert. */
const MADE = {
  account: { table: 'assistant_accounts', column: 'id' },
  appointment: { table: 'appointments', column: 'id' },
  block: { table: 'blocks', column: 'id' },
  calendar: { table: 'busy_calendars', column: 'id' },
  client: { table: 'clients', column: 'id' },
  decision: { table: 'assistant_decisions', column: 'id' },
  import: { table: 'client_imports', column: 'id' },
  merge: { table: 'client_merges', column: 'id' },
  note: { table: 'conversation_notes', column: 'id' },
  person: { table: 'assistant_people', column: 'id' },
  project: { table: 'assistant_projects', column: 'id' },
  resource: { table: 'resources', column: 'id' },
  saved_reply: { table: 'saved_replies', column: 'id' },
  series: { table: 'appointments', column: 'series_id' },
  service: { table: 'services', column: 'id' },
  task: { table: 'assistant_tasks', column: 'id' },
  waiting: { table: 'waiting_entries', column: 'id' },
} as const;

/** The `Idempotency-Key` of a request that inserts a row, and a digest of its body to recognise a true repeat. */
export interface RequestKey {
  kind: keyof typeof MADE;
  /** Keys are unique for each caller only. */
  caller: string;
  key: string;
  digest: string;
}

/** An earlier request with the same `Idempotency-Key` made the row. Ends the transaction of the repeat. */
export class RequestedBefore extends Error {
  constructor(readonly object_id: string) {
    super('The row was made before.');
  }
}

const KEPT_MS = LIMITS.idempotency_hours * 3_600_000;

/** Waits for a concurrent request with the same key. Returns no row if the key was used in the last 24 hours. */
const CLAIM = `
  insert into request_keys as known (kind, caller, key, digest, object_id, created_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (kind, caller, key) do update
    set digest = excluded.digest, object_id = excluded.object_id, created_at = excluded.created_at
    where known.created_at <= $7
  returning object_id`;

/** Reuses a key whose row was deleted. */
const CLAIM_AGAIN = `
  update request_keys set digest = $4, object_id = $5, created_at = $6 where kind = $1 and caller = $2 and key = $3`;

const find = ({ table, column }: { table: string; column: string }) => `
  select object_id, digest from request_keys as known
  where kind = $1 and caller = $2 and key = $3 and created_at > $4
    and exists (select from ${table} where ${column} = known.object_id)`;

/** Removes a few expired keys with each new one, so requests without a key cost nothing. */
const REMOVE_OLD = `
  delete from request_keys where ctid = any(array(
    select ctid from request_keys where created_at <= $1 limit 20 for update skip locked))`;

/** @param key null: the request has none */
export function requestKeyOf(
  kind: RequestKey['kind'],
  { kind: callerKind, id }: Pick<Caller, 'kind' | 'id'>,
  key: string | null,
  body: object,
): RequestKey | null {
  if (key === null) return null;
  const digest = createHash('sha256').update(JSON.stringify(body, inOrder)).digest('base64url');
  return { kind, caller: `${callerKind}:${id}`, key, digest };
}

/**
 * The id of the row that this key inserted in the last 24 hours; null if there is none.
 * @throws AppError `idempotency_key_reused`
 */
export async function findRequested(
  manager: EntityManager,
  { kind, caller, key, digest }: RequestKey,
  now: Date,
): Promise<string | null> {
  const values = [kind, caller, key, before(now)];
  const [known] = await manager.query<{ object_id: string; digest: string }[]>(find(MADE[kind]), values);
  if (known === undefined) return null;
  if (known.digest === digest) return known.object_id;
  throw new AppError(
    'idempotency_key_reused',
    'This Idempotency-Key came with another body in the last 24 hours.',
  );
}

/**
 * Stores, in the transaction, which row this key inserts.
 * @returns the row that a concurrent request inserted; null: this request may insert its own
 * @throws AppError `idempotency_key_reused`
 */
export async function claimRequest(
  transaction: EntityManager,
  request: RequestKey,
  object_id: string,
  now: Date,
): Promise<string | null> {
  const { kind, caller, key, digest } = request;
  const values = [kind, caller, key, digest, object_id, now];
  const claimed = await transaction.query<object[]>(CLAIM, [...values, before(now)]);
  if (claimed.length === 0) {
    const first = await findRequested(transaction, request, now);
    if (first === null) await transaction.query(CLAIM_AGAIN, values);
    return first;
  }
  await transaction.query(REMOVE_OLD, [before(now)]);
  return null;
}

/**
 * Stores, in the transaction, which row a request inserts.
 * @param request null: it has no key
 * @throws RequestedBefore; AppError `idempotency_key_reused`
 */
export async function demandFirst(
  transaction: EntityManager,
  request: RequestKey | null,
  object_id: string,
  now: Date,
): Promise<void> {
  const first = request === null ? null : await claimRequest(transaction, request, object_id, now);
  if (first !== null) throw new RequestedBefore(first);
}

/** For what is made without a request of its own. */
export const OF_NO_REQUEST = { request: null, now: new Date(0) } as const;

/** The id of what is not made yet. */
const NOT_YET = '0';

/**
 * Makes the row of a request in the transaction, where a repeat would be refused because the row is there: the key is looked at
 * first.
 * @param request null: it has no key
 * @throws RequestedBefore; AppError `idempotency_key_reused`; what `make()` throws
 */
export async function makeOnce<Row extends { id: string | number }>(
  transaction: EntityManager,
  { request, now }: { request: RequestKey | null; now: Date },
  make: () => Promise<Row>,
): Promise<Row> {
  await demandFirst(transaction, request, NOT_YET, now);
  const row = await make();
  if (request !== null) {
    const { kind, caller, key, digest } = request;
    await transaction.query(CLAIM_AGAIN, [kind, caller, key, digest, String(row.id), now]);
  }
  return row;
}

/** Handler argument: the `Idempotency-Key` of a request that makes a row, with what it asks for; null: it has none. */
export const MadeOnce = createParamDecorator(
  (kind: RequestKey['kind'], context: ExecutionContext): RequestKey | null => {
    const request = context.switchToHttp().getRequest<FastifyRequest<{ Params: object }>>();
    const caller = knownCaller(request);
    if (caller === null) throw new Error('A handler makes rows once for callers that it does not know.');
    const { params, body } = request;
    return requestKeyOf(kind, caller, idempotencyKeyOf(context), { params, body });
  },
  [documents('Idempotency-Key')],
);

/** What `make()` answers with 201; with 200 the present row of an earlier request with the same `Idempotency-Key`. */
export async function createdOnce<Row extends { id: string | number }>(
  collection: string,
  make: () => Promise<Row>,
  read: (id: string) => Promise<Row>,
): Promise<Answer<Row>> {
  try {
    return created(collection, await make());
  } catch (error) {
    if (error instanceof RequestedBefore) return okDto(await read(error.object_id));
    throw error;
  }
}

function before(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

/** Sorts the keys of objects, because their order does not matter. */
function inOrder(_name: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
