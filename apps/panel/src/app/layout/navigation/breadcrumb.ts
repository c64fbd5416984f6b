import { computed, inject, Injectable, signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { NavigationEnd, Router, type ActivatedRouteSnapshot } from '@angular/router';
import { filter, map, startWith } from 'rxjs';

export interface Crumb {
  /** Key of the text. */
  label: string;
  path: string;
}

/** Where the user is: the `crumb` of each route on the way, then the record that is open. */
@Injectable({ providedIn: 'root' })
export class Breadcrumb {
  private readonly router = inject(Router);
  private readonly record = signal<string | null>(null);
  private readonly moves = toSignal(
    this.router.events.pipe(
      filter((event) => event instanceof NavigationEnd),
      startWith(null),
      map(() => ({})),
    ),
    { requireSync: true },
  );

  readonly crumbs = computed(() => {
    this.moves();
    return crumbsOf(this.router.routerState.snapshot.root);
  });
  readonly recordName = this.record.asReadonly();

  nameRecord(name: string | null): void {
    this.record.set(name);
  }
}

function crumbsOf(root: ActivatedRouteSnapshot): Crumb[] {
  const crumbs: Crumb[] = [];
  let path = '';
  for (let route = root.firstChild; route !== null; route = route.firstChild) {
    const part = route.url.map((segment) => segment.path).join('/');
    if (part !== '') path += `/${part}`;
    const crumb = route.routeConfig?.data?.['crumb'] as string | undefined;
    if (crumb !== undefined) crumbs.push({ label: crumb, path });
  }
  return crumbs;
}
