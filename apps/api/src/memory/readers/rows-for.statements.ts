import type { VersionKind } from '@groupless/shared-dto';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { isProjectFor, isSessionFor, type Reader } from './reader';

/** Limits a query to the rows of a kind that are for the reader. People belong to no project. */
export function rowsFor<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  kind: VersionKind,
  { owner }: Pick<Reader, 'owner'>,
): SelectQueryBuilder<Row> {
  if (kind === 'person') return query;
  const isFor =
    kind === 'session'
      ? isSessionFor(`${query.alias}.`, ':owner')
      : isProjectFor(`${query.alias}.private_to`, ':owner');
  return query.andWhere(isFor, { owner });
}
