import { computed, DestroyRef, effect, inject, signal, untracked, type Signal } from '@angular/core';
import { isProblem } from '../../http/problem';
import { query, type Query } from '../../data/query';
import { Breadcrumb } from '../../layout/navigation/breadcrumb';

/** One record that a drawer shows. */
export interface ShownRecord<Row> extends Pick<Query<Row>, 'problem' | 'isFirstLoad' | 'reload'> {
  /** As it is stored, or was when somebody began to change it; null while it is read, or when there is none. */
  row: Signal<Row | null>;
  /** The latest read found that it is not there. */
  isGone: Signal<boolean>;
  /** Shows a row that was changed here, unless another record is shown by now. Says whether it is shown. */
  show(row: Row): boolean;
}

interface RecordOptions<Row> {
  /** Undefined: there is nothing to read. */
  address: () => string | undefined;
  name: (row: Row) => string;
  /** Whether something is being typed that a newer row must not replace. */
  isEdited?: () => boolean;
}

/** Reads what an address names, and follows its changes, in an injection context. */
export function shownRecord<Row extends { id: number }>({
  address,
  name,
  isEdited = () => false,
}: RecordOptions<Row>): ShownRecord<Row> {
  const read = query<Row>(address);
  const row = signal<Row | null>(null);
  effect(() => {
    const newest = read.value();
    untracked(() => {
      if (newest === null || row() === null || !isEdited()) row.set(newest);
    });
  });
  const isGone = computed(() => isProblem(read.problem(), 'not_found'));
  const breadcrumb = inject(Breadcrumb);
  effect(() => {
    const shown = row();
    breadcrumb.nameRecord(shown === null ? null : name(shown));
  });
  inject(DestroyRef).onDestroy(() => breadcrumb.nameRecord(null));
  return {
    row: row.asReadonly(),
    isGone,
    problem: read.problem,
    isFirstLoad: read.isFirstLoad,
    show: (changed) => {
      const isShown = read.take(changed);
      if (isShown) row.set(changed);
      return isShown;
    },
    reload: () => read.reload(),
  };
}
