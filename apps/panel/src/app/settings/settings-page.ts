import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { RouterLink, RouterLinkActive, RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { Role } from '@groupless/shared-dto';
import { Session } from '../session/session';
import { bringIntoSight } from '../ui/bring-into-sight';

/** The screens, and who sees them. */
const SCREENS: readonly [path: string, role: Role][] = [
  ['chat-agent', 'viewer'],
  ['accounts', 'admin'],
  ['database', 'admin'],
  ['keys', 'admin'],
  ['profile', 'viewer'],
];

/** The settings, with a list of them beside. */
@Component({
  selector: 'app-settings-page',
  imports: [RouterLink, RouterLinkActive, RouterOutlet, TranslocoPipe],
  template: `
    <nav [attr.aria-label]="'nav.settings' | transloco">
      @for (screen of screens(); track screen) {
        <a
          #link
          routerLinkActive="active"
          ariaCurrentWhenActive="page"
          (isActiveChange)="bringIntoSight($event, link)"
          [routerLink]="screen"
        >
          {{ 'settings.' + screen | transloco }}
        </a>
      }
    </nav>
    <div class="content"><router-outlet /></div>
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
      top: 0;
      align-self: start;
      padding: 24px 0 24px 16px;
    }

    a {
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

    .active {
      background: var(--surface-3);
      color: var(--text);
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
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class SettingsPage {
  private readonly session = inject(Session);
  protected readonly screens = computed(() =>
    SCREENS.filter(([, role]) => this.session.may(role)).map(([path]) => path),
  );
  protected readonly bringIntoSight = bringIntoSight;
}
