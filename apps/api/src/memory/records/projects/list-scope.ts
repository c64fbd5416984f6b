import { QueryFlag } from '../../../platform/validation/fields';
import { invalidRequest } from '../../../platform/errors/app-error';

/** A query's flag: only the rows that belong to no project. */
export const WithoutProject = (): PropertyDecorator =>
  QueryFlag({ optional: true, description: 'True: only what belongs to no project. Not with `project`.' });

export interface ListScope {
  project?: string | undefined;
  without_project?: 'true' | 'false' | undefined;
}

/**
 * Whether a list has only rows that belong to no project.
 * @throws AppError `invalid_request` if a project is named, too
 */
export function isOfNoProject({ project, without_project }: ListScope): boolean {
  if (without_project !== 'true') return false;
  if (project === undefined) return true;
  const message = 'without_project cannot be true where a project is named.';
  throw invalidRequest([{ field: 'without_project', code: 'not_allowed', message }]);
}

/** Whose rows a list has: the id of a project; null: rows of no project; undefined: all rows. */
export type ListedProject = number | null | undefined;
