import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, computed, inject, InjectionToken } from '@angular/core';
import { ActivatedRoute, Router, RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { type Screen, seenScreens } from '../layout/screens';
import { Session } from '../session/session';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import { Shortcuts } from '../ui/keys/shortcuts';

/** In the order of its screens; the last group is a menu. Each has a text `memory.groups.<group>`. */
export interface MemoryScreen extends Screen {
  readonly group: 'overview' | 'knowledge' | 'activity' | 'review' | 'more';
}

/** The screens, given by the routes: the list names the screens, and each of them shows these tabs. */
export const TABS = new InjectionToken<readonly MemoryScreen[]>('TABS', { factory: () => [] });

/** The screens that the present user sees, by their groups, in an injection context. */
export function seenGroups() {
  const session = inject(Session);
  const tabs = inject(TABS);
  return computed(() =>
    [...Map.groupBy(seenScreens(tabs, session), ({ group }) => group)].map(([name, screens]) => ({
      name,
      screens: screens.map(({ path }) => path),
    })),
  );
}

/**
 * Between the screens of the memory: their groups, and below them the screens of the present one. On a phone it is the way
 * back to the overview, which lists them.
 */
@Component({
  selector: 'app-memory-tabs',
  imports: [CdkMenu, CdkMenuItem, CdkMenuTrigger, Icon, IconButton, RouterLink, TranslocoPipe],
  templateUrl: './memory-tabs.html',
  styleUrl: './memory-tabs.css',
})
export class MemoryTabs {
  private readonly groups = seenGroups();
  /** The path of the screen that these stand on. */
  protected readonly path = inject(ActivatedRoute).snapshot.routeConfig?.path ?? '';
  protected readonly present = computed(() =>
    this.groups().find(({ screens }) => screens.includes(this.path)),
  );
  protected readonly tabs = computed(() => this.groups().filter(({ name }) => name !== 'more'));
  protected readonly more = computed(() => this.groups().find(({ name }) => name === 'more')?.screens ?? []);
  protected readonly within = computed(() => {
    const { name, screens } = this.present() ?? { name: 'more', screens: [] };
    return name === 'more' || screens.length < 2 ? [] : screens;
  });

  constructor() {
    const router = inject(Router);
    const run = () => void router.navigateByUrl('/memory/overview#find');
    inject(Shortcuts).register([{ keys: '/', label: 'memory.find.tab', group: 'keys.list', run }]);
  }
}
