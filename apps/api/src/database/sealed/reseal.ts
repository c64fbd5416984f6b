import type { DataSource } from 'typeorm';
import type { SessionDocument } from '@groupless/shared-dto';
import { SealedTextError, type SealedTexts } from '../../platform/crypto/sealed-text';
import { SEALED_COLUMNS, sealedPlace, type SealedColumn } from './sealed-columns';
import { sessionIdentity } from './session-identity';

/** Rows held in memory at once. The largest value is a session of some 350 kB. */
const BATCH = 50;

/** The result of a key rotation. */
export interface Resealed {
  resealed: number;
  /** Values that no key opens, as `table.column:key`. */
  unreadable: string[];
}

/**
 * Seals every value with the current key while servers run: a value is replaced only if it is still the one that was
 * read (compare and swap). Rounds repeat until one finds nothing to do, because a server with the older key may write
 * behind a round. Can be stopped at any time and run again.
 */
export async function resealAll(panel: DataSource, texts: SealedTexts): Promise<Resealed> {
  const total: Resealed = { resealed: 0, unreadable: [] };
  for (const column of SEALED_COLUMNS) {
    for (;;) {
      const round = await resealColumn(panel, texts, column);
      total.resealed += round.resealed;
      if (!round.has_missed && round.resealed === 0) {
        total.unreadable.push(...round.unreadable);
        break;
      }
    }
  }
  return total;
}

interface Round extends Resealed {
  /** Whether a value changed between read and replace. */
  has_missed: boolean;
}

async function resealColumn(panel: DataSource, texts: SealedTexts, column: SealedColumn): Promise<Round> {
  const round: Round = { resealed: 0, unreadable: [], has_missed: false };
  for await (const { key, sealed, place, text } of sealedByOthers(panel, texts, column)) {
    if (text === null) {
      round.unreadable.push(`${column.table}.${column.column}:${key}`);
      continue;
    }
    const next = {
      key,
      sealed,
      resealed: texts.seal(text, place),
      identity: identityIn(texts, column, text),
    };
    if (await replace(panel, column, next)) round.resealed++;
    else round.has_missed = true;
  }
  return round;
}

/** A value that another key than the current one has sealed. */
interface Sealed {
  key: string;
  sealed: string;
  place: string;
  /** Null if no key that is set opens it. */
  text: string | null;
}

/** The values of a column that other keys than the current one have sealed. */
export async function* sealedByOthers(
  panel: Pick<DataSource, 'query'>,
  texts: SealedTexts,
  column: SealedColumn,
): AsyncGenerator<Sealed> {
  for (let after = ''; ;) {
    const rows = await readBatch(panel, texts, column, after);
    for (const { key, sealed } of rows) {
      const place = sealedPlace(column.bound_to, key);
      yield { key, sealed, place, text: openOrNull(texts, sealed, place) };
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.key;
  }
}

function readBatch(
  panel: Pick<DataSource, 'query'>,
  texts: SealedTexts,
  { table, column, key }: SealedColumn,
  after: string,
): Promise<{ key: string; sealed: string }[]> {
  const text = `
    select ${key} as key, ${column} as sealed from ${table}
    where ${column} is not null and split_part(${column}, '.', 2) <> $1 and ${key} > $2
    order by ${key} limit ${BATCH}`;
  return panel.query(text, [texts.key_id, after]);
}

function openOrNull(texts: SealedTexts, sealed: string, place: string): string | null {
  try {
    return texts.open(sealed, place);
  } catch (error) {
    if (error instanceof SealedTextError) return null;
    throw error;
  }
}

/** @returns undefined if the column holds no sessions */
function identityIn(texts: SealedTexts, column: SealedColumn, text: string): string | null | undefined {
  if (!('holds_sessions' in column)) return undefined;
  return sessionIdentity(texts, JSON.parse(text) as SessionDocument);
}

interface Replacement {
  key: string;
  sealed: string;
  resealed: string;
  identity: string | null | undefined;
}

async function replace(
  panel: DataSource,
  { table, column, key: keySql }: SealedColumn,
  { key, sealed, resealed, identity }: Replacement,
): Promise<boolean> {
  const also =
    identity === undefined ? { set: '', values: [] } : { set: ', identity = $4', values: [identity] };
  const text = `update ${table} set ${column} = $3${also.set} where ${keySql} = $1 and ${column} = $2`;
  const [, count] = await panel.query<[unknown[], number]>(text, [key, sealed, resealed, ...also.values]);
  return count === 1;
}
