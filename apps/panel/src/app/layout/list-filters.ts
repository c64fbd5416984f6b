import { computed, inject, type Signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, type ParamMap } from '@angular/router';
import { Texts } from '../i18n/texts';
import { sameFields } from '../ui/forms/changes-of';
import type { ChosenFilters, FilterOption } from '../ui/lists/filter-chips';
import { urlChange } from './url-state';

type Params = Record<string, string | null>;

/** Something that a list can be narrowed by, which stands in the address: in the parameter of its name, or as the last two say. */
export interface ListFilter {
  id: string;
  /** Key of the text; without it there is no chip, as for a search. */
  label?: string;
  options?: () => readonly FilterOption[];
  /** Takes one value, which may hold a comma. */
  isSingle?: boolean;
  read?: (params: ParamMap) => string;
  write?: (value: string) => Params;
}

export interface ListFilters extends ChosenFilters {
  readonly values: Signal<Readonly<Record<string, string>>>;
  /** What the list is asked for. */
  readonly query: Signal<Params>;
  readonly isFiltered: Signal<boolean>;
}

/** What a list is narrowed to, in its address, in an injection context. */
export function listFilters(filters: readonly ListFilter[]): ListFilters {
  const texts = inject(Texts);
  const change = urlChange();
  const params = toSignal(inject(ActivatedRoute).queryParamMap, { requireSync: true });
  const values = computed<Record<string, string>>(
    () => Object.fromEntries(filters.map((filter) => [filter.id, read(filter, params())])),
    { equal: sameFields },
  );
  return {
    filters: computed(() =>
      filters.flatMap(({ id, label, options, isSingle = false }) =>
        label === undefined ? [] : [{ id, label: texts.of(label), options: options?.() ?? [], isSingle }],
      ),
    ),
    values,
    query: computed(() => paramsOf(filters, values())),
    isFiltered: computed(() => Object.values(values()).some(Boolean)),
    set: ({ id, value }) =>
      change(
        paramsOf(
          filters.filter((one) => one.id === id),
          { [id]: value },
        ),
      ),
    clear: () => change(paramsOf(filters, {})),
  };
}

function read({ id, read: own }: ListFilter, params: ParamMap): string {
  return own?.(params) ?? params.get(id) ?? '';
}

function paramsOf(filters: readonly ListFilter[], values: Readonly<Record<string, string>>): Params {
  const written = filters.map(({ id, write = (value) => ({ [id]: value || null }) }) =>
    write(values[id] ?? ''),
  );
  return Object.assign({}, ...written) as Params;
}
