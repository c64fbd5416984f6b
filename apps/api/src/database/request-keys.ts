import { createHash } from 'node:crypto';
import { LIMITS } from '@groupless/shared-dto';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../platform/access/caller';
import { AppError } from '../platform/errors/app-error';
import { isObject } from '../platform/validation/pipe/to-instance';

/** The tables, and the column of the id, whose rows requests with an `Idempotency-Key` insert. */
const MADE = {
  appointment: { table: 'appointments', column: 'id' },
  block: { table: 'blocks', column: 'id' },
  client: { table: 'clients', column: 'id' },
  series: { table: 'appointments', column: 'series_id' },
} as const;

/** The `Idempotency-Key` of a request that inserts a row, and a digest of its body to recognise a true repeat. */
export interface RequestKey {
  kind: keyof typeof MADE;
  /** Keys are unique for each caller only. */
  caller: string;
  key: string;
  digest: string;
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

function before(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

/** Sorts the keys of objects, because their order does not matter. */
function inOrder(_name: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
