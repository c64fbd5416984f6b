import { IsNull, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import type { ListedProject } from './list-scope';

/** Limits a query to the rows of the listed project. */
export function ofListedProject<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  project: ListedProject,
): SelectQueryBuilder<Row> {
  return project === undefined ? query : query.andWhere({ project_id: project ?? IsNull() });
}
