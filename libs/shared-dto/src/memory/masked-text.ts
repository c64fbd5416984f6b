import { SECRET_SHAPES, type SecretShape } from './secret-shapes';

export const MASK = '[masked]';

type IsSecret = SecretShape['isSecret'];

const ofWord = (pattern: string) => `(?<![\\w-])(?:${pattern})`;

/** Shapes that begin a word share an expression. The others are faster one by one, since each begins with fixed characters. */
const EXPRESSIONS: readonly [expression: RegExp, isSecret: IsSecret][] = [
  [new RegExp(ofWord(SECRET_SHAPES.filter(isShared).map(patternOf).join('|')), 'g'), undefined],
  ...SECRET_SHAPES.filter((shape) => !isShared(shape)).map((shape): [RegExp, IsSecret] => [
    new RegExp(shape.isInWord === true ? patternOf(shape) : ofWord(patternOf(shape)), 'g'),
    shape.isSecret,
  ]),
];

function isShared({ before, isInWord, isSecret }: SecretShape): boolean {
  return before === undefined && isInWord !== true && isSecret === undefined;
}

function patternOf({ before, secret }: SecretShape): string {
  return before === undefined ? secret : `(?<before>${before})(?:${secret})`;
}

/** A text with `[masked]` in place of each secret. What was masked stays as it is. */
export function maskSecrets(text: string): { text: string; count: number } {
  let count = 0;
  const masked = EXPRESSIONS.reduce(
    (left, [expression, isSecret]) =>
      left.replace(expression, (found: string, ...rest) => {
        const { before = '' } = (typeof rest.at(-1) === 'object' ? rest.at(-1) : {}) as { before?: string };
        if (isSecret?.(found.slice(before.length)) === false) return found;
        count++;
        return before + MASK;
      }),
    text,
  );
  return { text: masked, count };
}

/** Whether there may be one: `maskSecrets()` says for certain. */
export function mayHaveSecret(text: string): boolean {
  return EXPRESSIONS.some(([expression]) => text.search(expression) >= 0);
}
