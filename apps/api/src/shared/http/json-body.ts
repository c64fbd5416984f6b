import { isUtf8 } from 'node:buffer';
import { AppError } from '../errors/app-error';

const MOST_KEYS = 1_000;
const MOST_LEVELS = 20;

/** Only JSON in UTF-8; `charset` may say so. */
const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i;

export function isJsonType(content_type: string): boolean {
  return JSON_TYPE.test(content_type);
}

/**
 * Reads a body before anything else walks it.
 * @returns undefined for an empty body
 * @throws AppError `malformed_json`, `body_too_complex`
 */
export function parseJsonBody(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw new AppError('malformed_json', 'The body is not valid UTF-8.');
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new AppError('malformed_json', 'The body is not valid JSON.');
  }
  refuseComplex(value);
  return value;
}

/** Counts keys and levels without recursion, and stops at the first that is too many. */
function refuseComplex(root: unknown): void {
  let keys = 0;
  let level: object[] = isObject(root) ? [root] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) throw tooComplex(`more than ${MOST_LEVELS} levels`);
    const next: object[] = [];
    for (const value of level) {
      const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
      if (!Array.isArray(value)) keys += children.length;
      if (keys > MOST_KEYS) throw tooComplex(`more than ${MOST_KEYS} keys`);
      for (const child of children) if (isObject(child)) next.push(child);
    }
    level = next;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function tooComplex(what: string): AppError {
  return new AppError('body_too_complex', `The body has ${what}.`);
}
