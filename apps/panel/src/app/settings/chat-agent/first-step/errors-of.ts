import type { FieldTree } from '@angular/forms/signals';

/** Errors of a field that has no label of its own to stand under, once somebody has been in it. */
export function errorsOf(
  field: FieldTree<string> | FieldTree<number> | undefined,
): readonly { kind: string; message?: string }[] {
  const state = field?.();
  return state?.touched() ? state.errors() : [];
}
