/* What models mean by values that are in no form of ours. */

/** Each action with what models write for it. */
const ACTIONS: readonly (readonly [string, readonly string[]])[] = [
  ['done', ['complete', 'completed', 'finish', 'finished', 'close']],
  ['create', ['add', 'new']],
  ['cancel', ['cancelled', 'canceled', 'delete']],
  ['list', ['open', 'show']],
];

export function meantAction(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const written = value.trim().toLowerCase();
  return ACTIONS.find(([, forms]) => forms.includes(written))?.[0] ?? value;
}

/** A mood of several words is its first one. */
export function firstWord(value: unknown): unknown {
  if (typeof value !== 'string' || !/\s/u.test(value.trim())) return value;
  return value.trim().split(/[\s,;]+/u)[0];
}

/** A value that is no text stands there as JSON. */
export function asText(value: unknown): unknown {
  return typeof value === 'string' || value === null ? value : JSON.stringify(value);
}
