import { AppError } from './app-error';

/**
 * The row that a repository found or changed, else a 404.
 * @param detail the message; by default that there is no such row
 * @throws AppError `not_found` for null or false
 */
export function found<T>(row: T | null | false, noun: string, detail = `There is no such ${noun}.`): T {
  if (row === null || row === false) throw new AppError('not_found', detail);
  return row;
}
