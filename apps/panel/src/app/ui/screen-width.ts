import { BreakpointObserver } from '@angular/cdk/layout';
import { inject, type Signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { map } from 'rxjs';

/** There is room beside the content. In an injection context, as the others. */
export function isWide(): Signal<boolean> {
  return matches('(min-width: 1280px)');
}

/** A list and what is open of it stand side by side, and neither is cramped. */
export function isRoomy(): Signal<boolean> {
  return matches('(min-width: 1024px)');
}

/** A phone: one thing stands below the other. */
export function isNarrow(): Signal<boolean> {
  return matches('(max-width: 767px)');
}

function matches(query: string): Signal<boolean> {
  const states = inject(BreakpointObserver).observe(query);
  return toSignal(states.pipe(map((state) => state.matches)), { requireSync: true });
}
