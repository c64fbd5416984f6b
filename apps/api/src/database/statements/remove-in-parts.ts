import {
  In,
  LessThan,
  type FindOptionsOrder,
  type FindOptionsSelect,
  type FindOptionsWhere,
  type ObjectLiteral,
  type Repository,
} from 'typeorm';

/** The batch size of a removal, so that no statement holds locks for long. */
export const PART = 5_000;

/**
 * Removes in batches until one is not full.
 * @returns how many rows
 */
export async function removeInParts(removePart: () => Promise<number>): Promise<number> {
  let removed = 0;
  let part: number;
  do {
    part = await removePart();
    removed += part;
  } while (part === PART);
  return removed;
}

/**
 * Removes one batch of rows that are older than a time.
 * @param columns the key, and the time
 * @param which further conditions
 * @returns how many
 */
export async function removePartBefore<Row extends ObjectLiteral>(
  rows: Repository<Row>,
  [key, at]: readonly [keyof Row & string, keyof Row & string],
  before: Date,
  which: FindOptionsWhere<Row> = {},
): Promise<number> {
  const old = await rows.find({
    select: { [key]: true } as FindOptionsSelect<Row>,
    where: { ...which, [at]: LessThan(before) } as FindOptionsWhere<Row>,
    order: { [at]: 'ASC' } as FindOptionsOrder<Row>,
    take: PART,
  });
  if (old.length > 0) await rows.delete({ [key]: In(old.map((row) => row[key])) } as FindOptionsWhere<Row>);
  return old.length;
}
