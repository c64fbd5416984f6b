import { AppError } from './app-error';

/**
 * What a repository found or changed.
 * @param detail what the caller is told; by default that there is no such row
 * @throws AppError `not_found` in place of null or false
 */
export function found<T>(row: T | null | false, noun: string, detail = `There is no such ${noun}.`): T {
  if (row === null || row === false) throw new AppError('not_found', detail);
  return row;
}
