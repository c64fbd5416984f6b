import { Component, computed, DOCUMENT, effect, ElementRef, inject, signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, RouterLink, RouterLinkActive, RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { LiveDto } from '@groupless/shared-dto';
import { query } from '../data/query';
import { PageHeader } from '../layout/page-header';
import { seenScreens } from '../layout/screens';
import { Session } from '../session/session';
import { Icon } from '../ui/icon';
import { SETTINGS_GROUPS, SETTINGS_SCREENS } from './settings-screens';
import { showSection } from './show-section';
import { ShownHooks } from './shown-hooks';

/** The settings, with a list of them beside; on a small screen the list is a page of its own, before them. */
@Component({
  selector: 'app-settings-page',
  imports: [Icon, PageHeader, RouterLink, RouterLinkActive, RouterOutlet, TranslocoPipe],
  // Its screens find it too.
  providers: [ShownHooks],
  template: `
    @if (!isWithin()) {
      <app-page-header [heading]="'nav.settings' | transloco" />
    }
    <nav [attr.aria-label]="'nav.settings' | transloco" [class.behind]="isWithin()">
      @for (group of groups(); track group.name) {
        <h2 [id]="'settings-' + group.name">{{ 'settings.groups.' + group.name | transloco }}</h2>
        <ul [attr.aria-labelledby]="'settings-' + group.name">
          @for (screen of group.screens; track screen) {
            <li>
              <a
                routerLinkActive="active"
                ariaCurrentWhenActive="page"
                [routerLink]="screen"
                [attr.title]="
                  screen === 'hooks' && isHookOff() ? ('settings.hook_switched_off' | transloco) : null
                "
              >
                {{ 'settings.' + screen | transloco }}
                @if (screen === 'hooks' && isHookOff()) {
                  <svg appIcon="triangle-alert" size="14"></svg>
                  <span class="visually-hidden">{{ 'settings.hook_switched_off' | transloco }}</span>
                }
              </a>
            </li>
          }
        </ul>
      }
    </nav>
    <div>
      @if (isWithin()) {
        <a class="back" routerLink="/settings">
          <svg appIcon="chevron-left" size="14"></svg>{{ 'nav.settings' | transloco }}
        </a>
      }
      <router-outlet (activate)="isWithin.set(true)" (deactivate)="isWithin.set(false)" />
      @if (program.value(); as program) {
        <footer>Groupless {{ program.version }}</footer>
      }
    </div>
  `,
  styleUrl: './settings-page.css',
})
export class SettingsPage {
  private readonly session = inject(Session);
  /** Whether one of the screens is open. */
  protected readonly isWithin = signal(false);
  protected readonly groups = computed(() => {
    const seen = seenScreens(SETTINGS_SCREENS, this.session);
    return SETTINGS_GROUPS.map((name) => ({
      name,
      screens: seen.filter(({ group }) => group === name).map(({ path }) => path),
    })).filter(({ screens }) => screens.length > 0);
  });
  private readonly hooks = inject(ShownHooks).list;
  /** Whether one was switched off because it failed for days. */
  protected readonly isHookOff = computed(
    () => this.hooks.value()?.some(({ switched_off_at }) => switched_off_at !== null) ?? false,
  );
  /** Of the server that answers; after an update, the new one. */
  protected readonly program = query<LiveDto>(() => '/api/health/live');

  constructor() {
    const section = toSignal(inject(ActivatedRoute).fragment);
    const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    const { defaultView } = inject(DOCUMENT);
    effect((onCleanup) => {
      const id = section();
      if (id && defaultView !== null) onCleanup(showSection(host, id));
    });
  }
}
