import { AppError } from '../../platform/errors/app-error';

/** A file that is no table, with the line of the fault. */
export function invalidCsv(detail: string, line?: number): AppError {
  return new AppError('invalid_csv', line === undefined ? detail : `Line ${line}: ${detail}`);
}
