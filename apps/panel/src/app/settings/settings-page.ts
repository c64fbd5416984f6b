import { Component, computed, inject } from '@angular/core';
import { RouterLink, RouterLinkActive, RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { LiveDto } from '@groupless/shared-dto';
import { query } from '../data/query';
import { seenScreens } from '../layout/screens';
import { Session } from '../session/session';
import { Icon } from '../ui/icon';
import { TabStrip } from '../ui/lists/tab-strip';
import { SETTINGS_SCREENS } from './settings-screens';
import { ShownHooks } from './shown-hooks';

/** The settings, with a list of them beside. */
@Component({
  selector: 'app-settings-page',
  imports: [Icon, RouterLink, RouterLinkActive, RouterOutlet, TabStrip, TranslocoPipe],
  // Its screens find it too.
  providers: [ShownHooks],
  template: `
    <nav appTabStrip #strip="tabStrip" [attr.aria-label]="'nav.settings' | transloco">
      @for (screen of screens(); track screen) {
        <a
          #link
          routerLinkActive="active"
          ariaCurrentWhenActive="page"
          (isActiveChange)="strip.showPresent($event, link)"
          [routerLink]="screen"
          [attr.title]="screen === 'hooks' && isHookOff() ? ('settings.hook_switched_off' | transloco) : null"
        >
          {{ 'settings.' + screen | transloco }}
          @if (screen === 'hooks' && isHookOff()) {
            <svg appIcon="triangle-alert" size="14"></svg>
            <span class="visually-hidden">{{ 'settings.hook_switched_off' | transloco }}</span>
          }
        </a>
      }
    </nav>
    <div>
      <router-outlet />
      @if (program.value(); as program) {
        <footer>Groupless {{ program.version }}</footer>
      }
    </div>
  `,
  styles: `
    :host {
      display: grid;
      grid-template-columns: 200px minmax(0, 1fr);
    }

    nav {
      display: flex;
      flex-direction: column;
      gap: 2px;
      position: sticky;
      top: var(--top-bar);
      align-self: start;
      padding: 24px 0 24px 16px;
    }

    /* What is hidden in it stays within what scrolls. */
    a {
      position: relative;
      padding: 6px 8px;
      border-radius: var(--radius-control);
      color: var(--text-2);
      font-weight: 500;
      text-decoration: none;
      white-space: nowrap;
    }

    a:hover {
      background: var(--surface-2);
    }

    svg {
      margin-left: 4px;
      color: var(--danger-text);
      vertical-align: text-bottom;
    }

    .active {
      background: var(--surface-3);
      color: var(--text);
    }

    footer {
      padding: 0 24px 24px;
      color: var(--text-3);
      font-size: 12px;
    }

    @media (max-width: 1023px) {
      :host {
        display: block;
      }

      nav {
        position: static;
        flex-direction: row;
        padding: 12px 16px 0;
        overflow-x: auto;
      }
    }
  `,
})
export class SettingsPage {
  private readonly session = inject(Session);
  protected readonly screens = computed(() =>
    seenScreens(SETTINGS_SCREENS, this.session).map(({ path }) => path),
  );
  private readonly hooks = inject(ShownHooks).list;
  /** Whether one was switched off because it failed for days. */
  protected readonly isHookOff = computed(
    () => this.hooks.value()?.some(({ switched_off_at }) => switched_off_at !== null) ?? false,
  );
  /** Of the server that answers; after an update, the new one. */
  protected readonly program = query<LiveDto>(() => '/api/health/live');
}
