/** Each action of the tool `task`, with what models write for it. */
const ACTIONS: readonly (readonly [string, readonly string[]])[] = [
  ['done', ['complete', 'completed', 'finish', 'finished', 'close']],
  ['create', ['add', 'new']],
  ['cancel', ['cancelled', 'canceled', 'delete']],
  ['list', ['open', 'show']],
];

/** Which action a model means; what is none stays as it is written. */
export function meantTaskAction(value: string): string {
  const written = value.trim().toLowerCase();
  return ACTIONS.find(([action, forms]) => action === written || forms.includes(written))?.[0] ?? value;
}
