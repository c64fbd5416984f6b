import type { ObjectLiteral, Repository } from 'typeorm';
import type { RetentionCount } from '../../shared/retention';

/** Counts rows that are older than a time, up to a number. */
export async function countBefore<Row extends ObjectLiteral>(
  rows: Repository<Row>,
  at: keyof Row & string,
  before: Date,
  most: number,
): Promise<RetentionCount> {
  const found = await rows
    .createQueryBuilder('row')
    .select('1')
    .where(`row.${at} < :before`, { before })
    .limit(most + 1)
    .getRawMany();
  return upTo(most, found.length);
}

/** What was counted up to one more than is told. */
export function upTo(most: number, count: number): RetentionCount {
  return { count: Math.min(count, most), isExact: count <= most };
}
