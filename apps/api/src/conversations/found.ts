import { AppError } from '../shared/errors/app-error';

/**
 * What a repository found or changed, which is there.
 * @throws AppError `not_found` in place of null
 */
export function found<T>(row: T | null): T {
  if (row === null) throw new AppError('not_found', 'No conversation has this id.');
  return row;
}
