import { computed, signal, type Signal } from '@angular/core';

export interface ChosenRows {
  ids: Signal<readonly number[]>;
  has(id: number): boolean;
  toggle(id: number): void;
  areAll: Signal<boolean>;
  toggleAll(): void;
}

/** Which of the rows that are shown are chosen; one that is shown no longer is not. */
export function chosenRows(shown: Signal<readonly { id: number }[]>): ChosenRows {
  const chosen = signal<ReadonlySet<number>>(new Set());
  const ids = computed(() =>
    shown()
      .map(({ id }) => id)
      .filter((id) => chosen().has(id)),
  );
  const areAll = computed(() => ids().length > 0 && ids().length === shown().length);
  return {
    ids,
    has: (id) => chosen().has(id),
    toggle: (id) =>
      chosen.update((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    areAll,
    toggleAll: () => chosen.set(new Set(areAll() ? [] : shown().map(({ id }) => id))),
  };
}
