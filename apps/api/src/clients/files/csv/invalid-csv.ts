import { AppError } from '../../../platform/errors/app-error';

/** A file that is no table of clients, with the line where it is wrong. */
export function invalidCsv(detail: string, line?: number): AppError {
  return new AppError('invalid_csv', line === undefined ? detail : `Line ${line}: ${detail}`);
}
