import { countMasked } from '../../../platform/http/masked-count';
import { SECRET_SHAPES, type SecretShape } from './secret-shapes';

export const MASK = '[masked]';

/** Shapes that begin a word share an expression. The others are faster one by one, since each begins with fixed characters. */
const EXPRESSIONS = [
  `(?<![\\w-])(?:${SECRET_SHAPES.filter(({ isInWord }) => !isInWord)
    .map(patternOf)
    .join('|')})`,
  ...SECRET_SHAPES.filter(({ isInWord }) => isInWord).map(patternOf),
].map((source) => new RegExp(source, 'g'));

function patternOf({ before, secret }: SecretShape): string {
  return before === undefined ? secret : `(?<before>${before})${secret}`;
}

/** A text with `[masked]` in place of each secret. What was masked stays as it is. */
export function maskSecrets(text: string): { text: string; count: number } {
  let count = 0;
  const masked = EXPRESSIONS.reduce(
    (left, expression) =>
      left.replace(expression, (...found) => {
        count++;
        const { before = '' } = (found.at(-1) ?? {}) as { before?: string };
        return before + MASK;
      }),
    text,
  );
  return { text: masked, count };
}

/** The same for all texts of an object, and those in its lists. The answer of the request says how many secrets there were. */
export function withoutSecrets<Input extends object>(input: Input): Input {
  // Most objects hold none, which one search through all their texts shows: what matches in one also matches between line breaks.
  if (!hasSecret(textsOf(input).join('\n'))) return input;
  let count = 0;
  const mask = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== 'string') return value;
    const { text, count: found } = maskSecrets(value);
    count += found;
    return text;
  };
  const masked = Object.entries(input).map(([name, value]) => [name, mask(value)] as const);
  if (count === 0) return input;
  countMasked(count);
  return Object.fromEntries(masked) as Input;
}

/** The same for a text, or the entries of a list. */
export function maskedList(texts: string | string[]): string | string[] {
  if (typeof texts === 'string') return withoutSecrets({ texts }).texts;
  return Object.values(withoutSecrets(Object.fromEntries(texts.entries())));
}

function textsOf(input: object): string[] {
  return Object.values(input)
    .flat(Infinity)
    .filter((value) => typeof value === 'string');
}

function hasSecret(text: string): boolean {
  return EXPRESSIONS.some((expression) => text.search(expression) >= 0);
}
