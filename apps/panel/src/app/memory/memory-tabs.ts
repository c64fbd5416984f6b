import { Component, computed, inject, InjectionToken } from '@angular/core';
import { Router, RouterLink, RouterLinkActive } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { Shortcuts } from '../ui/keys/shortcuts';
import { type Screen, seenScreens } from '../layout/screens';
import { Session } from '../session/session';
import { Icon } from '../ui/icon';
import { TabStrip } from '../ui/lists/tab-strip';

/** The screens, given by the routes: the list names the screens, and each of them shows these tabs. */
export const TABS = new InjectionToken<readonly Screen[]>('TABS', { factory: () => [] });

/** Between the screens of the memory. One search, of `/`, goes over all of them. */
@Component({
  selector: 'app-memory-tabs',
  imports: [Icon, RouterLink, RouterLinkActive, TabStrip, TranslocoPipe],
  template: `
    <nav appTabStrip #strip="tabStrip" class="tabs" [attr.aria-label]="'nav.memory' | transloco">
      <a
        class="search"
        routerLink="/memory/search"
        routerLinkActive="active"
        ariaCurrentWhenActive="page"
        aria-keyshortcuts="/"
        [routerLinkActiveOptions]="onPath"
      >
        <svg appIcon="search" size="14"></svg>{{ 'memory.find.tab' | transloco }}
      </a>
      @for (screen of screens(); track screen) {
        <a
          #link
          routerLinkActive="active"
          ariaCurrentWhenActive="page"
          (isActiveChange)="strip.showPresent($event, link)"
          [routerLink]="'/memory/' + screen"
          [routerLinkActiveOptions]="onPath"
        >
          {{ 'memory.' + screen | transloco }}
        </a>
      }
    </nav>
  `,
  styles: `
    :host {
      display: block;
      flex: none;
      min-width: 0;
      margin-bottom: 12px;
    }
  `,
})
export class MemoryTabs {
  private readonly session = inject(Session);
  private readonly tabs = inject(TABS);
  protected readonly screens = computed(() => seenScreens(this.tabs, this.session).map(({ path }) => path));
  /** A record in the drawer is still on its screen; filters do not matter either. */
  protected readonly onPath = {
    paths: 'subset',
    queryParams: 'ignored',
    fragment: 'ignored',
    matrixParams: 'ignored',
  } as const;

  constructor() {
    const router = inject(Router);
    const run = () => void router.navigateByUrl('/memory/search');
    inject(Shortcuts).register([{ keys: '/', label: 'memory.find.tab', group: 'keys.list', run }]);
  }
}
