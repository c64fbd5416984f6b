import { AppError } from './app-error';

/**
 * What a repository found or changed, which is there.
 * @throws AppError `not_found` in place of null or false
 */
export function found<T>(row: T | null | false, noun: string): T {
  if (row === null || row === false) throw new AppError('not_found', `There is no such ${noun}.`);
  return row;
}
