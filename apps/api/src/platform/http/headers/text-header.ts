import { isUtf8 } from 'node:buffer';
import type { FieldErrorCode } from '@groupless/shared-dto';
import type { FastifyRequest } from 'fastify';
import { invalidRequest, type AppError } from '../../errors/app-error';
import { codePoints } from '../../validation/lengths';

/**
 * The text of a header that may be sent once; null if absent.
 * @param field the header's name as documented
 * @throws AppError `invalid_request` if it is repeated, too short or too long
 */
export function readTextHeader(
  { raw }: FastifyRequest,
  field: string,
  { min, max }: { min: number; max: number },
): string | null {
  const name = field.toLowerCase();
  // Avoids `headersDistinct`, which Node builds on first use.
  if (raw.headers[name] === undefined) return null;
  const [value = '', ...others] = raw.headersDistinct[name] ?? [];
  if (others.length > 0) throw invalidHeader(field, 'repeated', 'is given more than once');
  const text = utf8(value);
  const length = codePoints(text);
  if (length >= min && length <= max) return text;
  throw invalidHeader(
    field,
    length < min ? 'too_short' : 'too_long',
    `must have ${min} to ${max} characters`,
  );
}

export function invalidHeader(field: string, code: FieldErrorCode, problem: string): AppError {
  return invalidRequest([{ field, code, message: `${field} ${problem}.` }]);
}

/** Node decodes headers as Latin-1; clients send UTF-8. */
function utf8(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}
