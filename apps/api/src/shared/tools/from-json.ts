import { demandSimpleStructure } from '../../platform/http/bodies/body-structure';

/** An object as JSON text, or alone in a list. */
export function asObject(value: unknown): unknown {
  const read = fromJson(fromJson(value, '{'), '[');
  return Array.isArray(read) && read.length === 1 ? (read as unknown[])[0] : read;
}

/**
 * What a text that begins so is as JSON; anything else as it is.
 * @throws AppError `body_too_complex`
 */
export function fromJson(value: unknown, begin: '{' | '['): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith(begin)) return value;
  demandSimpleStructure(Buffer.from(value));
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
