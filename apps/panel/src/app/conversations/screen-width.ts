import { BreakpointObserver } from '@angular/cdk/layout';
import { inject, type Signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { map } from 'rxjs';

/** The client stands beside the thread. In an injection context, as the other one. */
export function isWide(): Signal<boolean> {
  return matches('(min-width: 1280px)');
}

/** The list and the thread are pages of their own. */
export function isNarrow(): Signal<boolean> {
  return matches('(max-width: 767px)');
}

function matches(query: string): Signal<boolean> {
  const states = inject(BreakpointObserver).observe(query);
  return toSignal(states.pipe(map((state) => state.matches)), { requireSync: true });
}
