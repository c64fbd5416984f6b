import { LIMITS, type PageDto } from '@groupless/shared-dto';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { decodeCursor, listFingerprint } from '../../platform/http/cursor';
import { isAfterCursor, type SortKey } from './page-statements';
import { asInvalidCursor, toPage, type PageInput } from './read-page';

/**
 * One page of entities.
 * @param query selects from one table, with the filters of the list
 * @param sort by columns of that table; the last one is unique
 * @throws AppError `invalid_cursor`
 */
export async function readEntityPage<Entity extends ObjectLiteral>(
  query: SelectQueryBuilder<Entity>,
  sort: readonly SortKey[],
  { limit = LIMITS.page.default, cursor }: PageInput,
): Promise<PageDto<Entity>> {
  const fingerprint = listFingerprint([query.getQuery(), query.getParameters(), sort]);
  const kinds = sort.map(({ kind }) => kind);
  const after = cursor === undefined ? null : decodeCursor(cursor, fingerprint, kinds);
  const [{ entities, raw }, counted] = await Promise.all([
    pageQuery(query, sort, after)
      .limit(limit + 1)
      .getRawAndEntities<Record<string, string>>()
      .catch(asInvalidCursor(after)),
    countUpToLimit(query),
  ]);
  const keysOf = (row = {} as Record<string, string>) => sort.map((_, index) => row[`key_${index}`] ?? '');
  const found = entities.map((row, place) => ({ row, keys: keysOf(raw[place]) }));
  return toPage({ found, counted, limit, fingerprint });
}

/** The page with each entity mapped to its DTO. */
export function mapPage<Entity, Dto>(page: PageDto<Entity>, toDto: (entity: Entity) => Dto): PageDto<Dto> {
  return { ...page, items: page.items.map(toDto) };
}

function pageQuery<Entity extends ObjectLiteral>(
  query: SelectQueryBuilder<Entity>,
  sort: readonly SortKey[],
  after: readonly string[] | null,
): SelectQueryBuilder<Entity> {
  const page = query.clone();
  for (const [index, { sql, descending }] of sort.entries()) {
    page.addSelect(`(${sql})::text`, `key_${index}`).addOrderBy(sql, descending ? 'DESC' : 'ASC');
  }
  if (after === null) return page;
  const parameters = Object.fromEntries(after.map((key, index) => [`after_${index}`, key]));
  return page.andWhere(
    isAfterCursor(sort, (index) => `:after_${index}`),
    parameters,
  );
}

async function countUpToLimit<Entity extends ObjectLiteral>(
  query: SelectQueryBuilder<Entity>,
): Promise<number> {
  const rows = query
    .clone()
    .select('1', 'one')
    .limit(LIMITS.page.counted + 1);
  const found = await query.dataSource
    .createQueryBuilder()
    .select('count(*)::int', 'counted')
    .from(`(${rows.getQuery()})`, 'up_to_limit')
    .setParameters(rows.getParameters())
    .getRawOne<{ counted: number }>();
  return found?.counted ?? 0;
}
