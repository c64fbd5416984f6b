import { maskSecrets, mayHaveSecret } from '@groupless/shared-dto/memory/masked-text';
import { countMasked } from '../../../platform/http/masked-count';

/** A copy of an object with the mask in place of the secrets in its texts, and those in its lists. The answer of the request says how many there were. */
export function withoutSecrets<Input extends object>(input: Input): Input {
  // Most objects hold none, which one search through all their texts shows: what matches in one also matches between line breaks.
  if (!mayHaveSecret(textsOf(input).join('\n'))) return input;
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
