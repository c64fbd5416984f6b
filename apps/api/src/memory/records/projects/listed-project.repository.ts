import { IsNull, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import type { ListedProject } from './list-scope';

/** Keeps of the rows of a query those of the project of which a list is. */
export function ofListedProject<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  project: ListedProject,
): SelectQueryBuilder<Row> {
  return project === undefined ? query : query.andWhere({ project_id: project ?? IsNull() });
}
