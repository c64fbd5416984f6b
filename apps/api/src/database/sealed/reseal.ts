import type { DataSource } from 'typeorm';
import { SealedTextError, type SealedTexts } from '../../shared/crypto/sealed-text';
import { SEALED_COLUMNS, sealedPlace, type SealedColumn } from './sealed-columns';

/** So many are held in memory at once; the largest is a session of some 350 kB. */
const BATCH = 50;

/** What a change of the key did. */
export interface Resealed {
  resealed: number;
  /** Where the values are that no key opens, as `table.column:id`. */
  unreadable: string[];
}

/**
 * Seals every value with the current key, while others read and write: a value is replaced only as long as it is
 * the one that was read. Whatever is written meanwhile with an older key is done in a further round. Can be
 * stopped at any time, and run again.
 */
export async function resealAll(panel: DataSource, texts: SealedTexts): Promise<Resealed> {
  const total: Resealed = { resealed: 0, unreadable: [] };
  for (const column of SEALED_COLUMNS) {
    for (;;) {
      const round = await resealColumn(panel, texts, column);
      total.resealed += round.resealed;
      if (!round.has_missed) {
        total.unreadable.push(...round.unreadable);
        break;
      }
    }
  }
  return total;
}

interface Round extends Resealed {
  /** Whether a value was changed by others between being read and replaced. */
  has_missed: boolean;
}

async function resealColumn(panel: DataSource, texts: SealedTexts, column: SealedColumn): Promise<Round> {
  const round: Round = { resealed: 0, unreadable: [], has_missed: false };
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await readBatch(panel, texts, column, after);
    for (const { id, sealed } of rows) {
      const resealed = sealAgain(texts, sealed, sealedPlace(column.bound_to, id));
      if (resealed === null) round.unreadable.push(`${column.table}.${column.column}:${id}`);
      else if (await replace(panel, column, { id, sealed, resealed })) round.resealed++;
      else round.has_missed = true;
    }
    const last = rows.at(-1);
    if (last === undefined) return round;
    after = last.id;
  }
}

function readBatch(
  panel: DataSource,
  texts: SealedTexts,
  { table, column }: SealedColumn,
  after: string,
): Promise<{ id: string; sealed: string }[]> {
  const text = `
    select id, ${column} as sealed from ${table}
    where ${column} is not null and split_part(${column}, '.', 2) <> $1 and id > $2
    order by id limit ${BATCH}`;
  return panel.query(text, [texts.key_id, after]);
}

/** @returns null if no key opens it */
function sealAgain(texts: SealedTexts, sealed: string, place: string): string | null {
  try {
    return texts.seal(texts.open(sealed, place), place);
  } catch (error) {
    if (error instanceof SealedTextError) return null;
    throw error;
  }
}

async function replace(
  panel: DataSource,
  { table, column }: SealedColumn,
  { id, sealed, resealed }: { id: string; sealed: string; resealed: string },
): Promise<boolean> {
  const text = `update ${table} set ${column} = $3 where id = $1 and ${column} = $2`;
  const [, count] = await panel.query<[unknown[], number]>(text, [id, sealed, resealed]);
  return count === 1;
}
