import { Injectable, InjectionToken, signal } from '@angular/core';
import type { NavId } from './nav';

type LazyCounter = () => Promise<() => void>;

/** What keeps the numbers up to date; the frame starts them when somebody is signed in. */
export const NAV_COUNTERS = new InjectionToken<readonly LazyCounter[]>('NAV_COUNTERS');

/** The loaded function runs in an injection context that lives as long as the frame. */
export function provideNavCounter(load: LazyCounter) {
  return { provide: NAV_COUNTERS, multi: true, useValue: load };
}

/** The numbers beside the places of the sidebar: what waits there for somebody. Each feature sets its own. */
@Injectable({ providedIn: 'root' })
export class NavCounts {
  private readonly counts = signal<Partial<Record<NavId, number>>>({});

  /** How many clients wait for a person: the title of the page says it, too. */
  readonly waiting = signal(0);

  of(id: NavId): number {
    return this.counts()[id] ?? 0;
  }

  set(id: NavId, count: number): void {
    this.counts.update((before) => ({ ...before, [id]: count }));
  }
}
