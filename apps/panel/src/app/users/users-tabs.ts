import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';

/** Between the users and what they did. */
@Component({
  selector: 'app-users-tabs',
  imports: [RouterLink, TranslocoPipe],
  template: `
    <nav class="tabs" [attr.aria-label]="'nav.users' | transloco">
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
      margin-bottom: 12px;
    }
  `,
})
export class UsersTabs {
  readonly at = input.required<'users' | 'audit'>();
  protected readonly tabs = [
    { id: 'users', path: '/users', label: 'nav.users' },
    { id: 'audit', path: '/users/audit', label: 'users.audit.title' },
  ];
}
