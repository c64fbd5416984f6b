import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';

/** Between the users and what they did. */
@Component({
  selector: 'app-users-tabs',
  imports: [RouterLink, TranslocoPipe],
  template: `
    <nav [attr.aria-label]="'nav.users' | transloco">
      @for (tab of tabs; track tab.id) {
        <a
          [routerLink]="tab.path"
          [class.active]="tab.id === at()"
          [attr.aria-current]="tab.id === at() ? 'page' : null"
        >
          {{ tab.label | transloco }}
        </a>
      }
    </nav>
  `,
  styles: `
    nav {
      display: flex;
      gap: 4px;
      margin-bottom: 12px;
      border-bottom: 1px solid var(--border);
    }

    a {
      margin-bottom: -1px;
      padding: 8px 10px 9px;
      border-bottom: 2px solid transparent;
      color: var(--text-2);
      font-weight: 500;
      text-decoration: none;
      white-space: nowrap;
    }

    a:hover {
      color: var(--text);
    }

    a:focus-visible {
      outline-offset: -2px;
    }

    .active {
      border-color: var(--accent);
      color: var(--text);
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class UsersTabs {
  readonly at = input.required<'users' | 'audit'>();
  protected readonly tabs = [
    { id: 'users', path: '/users', label: 'nav.users' },
    { id: 'audit', path: '/users/audit', label: 'users.audit.title' },
  ];
}
