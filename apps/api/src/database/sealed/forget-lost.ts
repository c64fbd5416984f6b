import { randomBytes } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import type { SealedTexts } from '../../platform/crypto/sealed-text';
import { withLock } from '../advisory-locks';
import { missingKeys } from './credentials-keys';
import { sealedByOthers } from './reseal';
import { SEALED_COLUMNS, sealedPlace, type SealedColumn } from './sealed-columns';

/** What no key that is set can read. */
export interface Lost {
  /** Ids of the keys that are missing. */
  keys: string[];
  values: { column: SealedColumn; keys: string[]; names: string[] }[];
}

export async function findLost(panel: Pick<DataSource, 'query'>, texts: SealedTexts): Promise<Lost> {
  const values: Lost['values'] = [];
  const ids = new Set(await missingKeys(panel, texts));
  for (const column of SEALED_COLUMNS) {
    const keys: string[] = [];
    for await (const { key, sealed, text } of sealedByOthers(panel, texts, column)) {
      if (text !== null) continue;
      keys.push(key);
      ids.add(sealed.split('.')[1] ?? '');
    }
    if (keys.length > 0) values.push({ column, keys, names: await namesOf(panel, column, keys) });
  }
  return { keys: [...ids], values };
}

/**
 * Takes out what no key that is set can read, and the missing keys themselves, in one transaction. Rows that are more than
 * the value stay, but for a busy calendar, which is nothing without its address. For who has made sure that no server runs.
 */
export function forgetLost(panel: DataSource, texts: SealedTexts): Promise<void> {
  return panel.transaction(async (transaction) => {
    await withLock(transaction, 'credentialsKeys');
    const { values } = await findLost(transaction, texts);
    for (const { column, keys } of values) await forget(transaction, texts, column, keys);
    await transaction.query('delete from credentials_key_checks where key_id = any($1)', [
      await missingKeys(transaction, texts),
    ]);
  });
}

async function forget(
  transaction: EntityManager,
  texts: SealedTexts,
  { table, column, key: keySql, bound_to, forget: how }: SealedColumn,
  keys: string[],
): Promise<void> {
  if (how !== 'replace') {
    for (const text of how) await transaction.query(text, [keys]);
    return;
  }
  const text = `update ${table} set ${column} = $2 where ${keySql} = $1`;
  for (const key of keys) {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const sealed = texts.seal(secret, sealedPlace(bound_to, key));
    await transaction.query(text, [key, sealed]);
  }
}

async function namesOf(
  panel: Pick<DataSource, 'query'>,
  { table, key, name }: SealedColumn,
  keys: string[],
): Promise<string[]> {
  if (name === null) return [];
  const text = `select ${name} as name from ${table} where ${key} = any($1) order by 1`;
  return (await panel.query<{ name: string }[]>(text, [keys])).map((row) => row.name);
}
