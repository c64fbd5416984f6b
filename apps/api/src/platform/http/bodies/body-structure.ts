import { AppError } from '../../errors/app-error';

/** The limits of a JSON body. They are checked before parsing, because parsing a million lists takes 100 ms. */
export const STRUCTURE_LIMITS = { keys: 1_000, items: 20_000, levels: 20 } as const;

/**
 * The limits of an envelope, which lists each word of a conversation with its times, and of the settings, which list the
 * hours of each resource. Parsing one takes 15 ms.
 */
export const LARGE_LIMITS = { keys: 20_000, items: 20_000, levels: 40 } as const;
type Limits = Record<keyof typeof STRUCTURE_LIMITS, number>;

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OBJECT, OBJECT_END, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Counts keys, items and levels in one pass over the bytes. It does not check that they are JSON.
 * @throws AppError `body_too_complex`
 */
export function demandSimpleStructure(body: Buffer, limits: Limits = STRUCTURE_LIMITS): void {
  let [keys, items, levels] = [0, 0, 0];
  for (let at = 0; at < body.length; at++) {
    switch (body[at]) {
      case QUOTE:
        at = endOfString(body, at);
        break;
      case COLON:
        if (++keys > limits.keys) throw tooComplex(`${limits.keys} keys`);
        break;
      case COMMA:
        if (++items > limits.items) throw tooComplex(`${limits.items} items`);
        break;
      case OBJECT:
      case LIST:
        if (++levels > limits.levels) throw tooComplex(`${limits.levels} levels`);
        break;
      case OBJECT_END:
      case LIST_END:
        levels--;
    }
  }
}

/** The index of the closing quote of a string, or the end of the body. */
function endOfString(body: Buffer, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}

function tooComplex(limit: string): AppError {
  return new AppError('body_too_complex', `The body has more than ${limit}.`);
}
