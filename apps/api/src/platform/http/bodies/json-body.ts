import { isUtf8 } from 'node:buffer';
import { AppError } from '../../errors/app-error';
import { demandSimpleStructure, LARGE_LIMITS, STRUCTURE_LIMITS } from './body-structure';
import { describeJsonFault } from './json-fault';
import { isTypeInUtf8 } from '../headers/media-type';

/** Whether the type is JSON. A `charset` must be UTF-8. */
export function isJsonType(contentType: string): boolean {
  return isTypeInUtf8(contentType, 'application/json');
}

/**
 * Checks the structure of a body, then parses it.
 * @returns undefined for an empty body
 * @throws AppError `malformed_json`, `body_too_complex`
 */
export function parseJsonBody(body: Buffer, hasManyKeys = false): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw new AppError('malformed_json', 'The body is not valid UTF-8.');
  demandSimpleStructure(body, hasManyKeys ? LARGE_LIMITS : STRUCTURE_LIMITS);
  const text = body.toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new AppError('malformed_json', `The body is not valid JSON: ${describeJsonFault(text, error)}.`);
  }
}
