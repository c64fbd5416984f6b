import { httpResource } from '@angular/common/http';
import { computed, DestroyRef, effect, inject, type Signal } from '@angular/core';
import { Problem, isProblem } from '../http/problem';
import { Breadcrumb } from '../layout/breadcrumb';

/** One record that a drawer shows. */
export interface ShownRecord<Row> {
  /** As it is stored; null while it is read, or when there is none. */
  row: Signal<Row | null>;
  /** What reading it failed with, other than that it is not there. */
  error: Signal<unknown>;
  is_gone: Signal<boolean>;
  show(row: Row): void;
  reload(): void;
}

/** Reads what an address names, in an injection context; without an address there is nothing to read. */
export function shownRecord<Row>(
  address: () => string | undefined,
  name: (row: Row) => string,
): ShownRecord<Row> {
  const resource = httpResource<Row>(address);
  const row = computed(() => (resource.hasValue() ? resource.value() : null));
  const problem = computed(() => {
    const error = resource.error();
    return error instanceof Problem ? error : error?.cause;
  });
  const is_gone = computed(() => isProblem(problem(), 'not_found'));
  const breadcrumb = inject(Breadcrumb);
  effect(() => {
    const shown = row();
    breadcrumb.nameRecord(shown === null ? null : name(shown));
  });
  inject(DestroyRef).onDestroy(() => breadcrumb.nameRecord(null));
  return {
    row,
    is_gone,
    error: computed(() => (is_gone() ? undefined : resource.error())),
    show: (changed) => resource.value.set(changed),
    reload: () => void resource.reload(),
  };
}
