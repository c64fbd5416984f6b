import { computed, inject, type Signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router } from '@angular/router';

/** A part of the state that stands in the address, so that it can be linked, kept and gone back to. */
export interface UrlState {
  value: Signal<string>;
  /** The default takes the parameter out of the address. */
  set(value: string): void;
}

/** Changes several query parameters at once, in an injection context; null takes one out of the address. */
export function urlChange(
  history: 'replace' | 'push' = 'replace',
): (changes: Record<string, string | null>) => void {
  const route = inject(ActivatedRoute);
  const router = inject(Router);
  return (changes) => {
    // The address that is on its way, if one is: of two quick changes both count.
    const { queryParams } = router.currentNavigation()?.extractedUrl ?? router.parseUrl(router.url);
    void router.navigate([], {
      relativeTo: route,
      // What is null is left out.
      queryParams: { ...queryParams, ...changes },
      replaceUrl: history === 'replace',
    });
  };
}

/**
 * A query parameter as state, in an injection context. `replace` (the default) changes the address in its place; with
 * `push`, Back undoes the change.
 */
export function urlState(name: string, initial = '', history: 'replace' | 'push' = 'replace'): UrlState {
  const change = urlChange(history);
  const params = toSignal(inject(ActivatedRoute).queryParamMap, { requireSync: true });
  return {
    value: computed(() => params().get(name) ?? initial),
    set: (value) => change({ [name]: value === initial ? null : value }),
  };
}
