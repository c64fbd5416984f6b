/** What of a form differs from what is stored: the fields of a patch, which leaves the others as they may be by then. */
export function changesOf<Fields extends object>(now: Fields, stored: Fields): Partial<Fields> {
  const changed = Object.entries(now).filter(([name, value]) => !isSame(value, stored[name as keyof Fields]));
  return Object.fromEntries(changed) as Partial<Fields>;
}

/** What a form shows once what was sent is stored: fields that were changed since then stay as they are typed. */
export function afterSaving<Fields extends object>(now: Fields, sent: Fields, stored: Fields): Fields {
  return { ...stored, ...changesOf(now, sent) };
}

/** For what is read again and again: the same fields are no change. */
export function sameFields<Fields extends object>(one: Fields, other: Fields): boolean {
  return Object.keys(changesOf(one, other)).length === 0;
}

/** Of plain values, and lists of them. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
