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
 * Whether a list is of what belongs to no project.
 * @throws AppError `invalid_request` where it is of a project, too
 */
export function isOfNoProject({ project, without_project }: ListScope): boolean {
  if (without_project !== 'true') return false;
  if (project === undefined) return true;
  const message = 'without_project cannot be true where a project is named.';
  throw invalidRequest([{ field: 'without_project', code: 'not_allowed', message }]);
}

/** The id of the project of which a list is; null: of what belongs to none; undefined: of all there is. */
export type ListedProject = number | null | undefined;
