import { isUtf8 } from 'node:buffer';
import { AppError } from '../../errors/app-error';

/** The fields of a form of HTML, each with its values in their order. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

const MOST_FIELDS = 200;

/**
 * Reads `application/x-www-form-urlencoded`.
 * @throws AppError `malformed_http`, `body_too_complex`
 */
export function parseForm(body: Buffer): FormFields {
  if (!isUtf8(body)) throw new AppError('malformed_http', 'The form is not valid UTF-8.');
  const fields = new Map<string, string[]>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(body.toString('utf8'))) {
    if (++count > MOST_FIELDS) throw new AppError('body_too_complex', 'The form has too many fields.');
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return fields;
}
