import { Component, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { PageHeader } from '../layout/page-header';
import { Session } from '../session/session';
import { Icon } from '../ui/icon';
import { MemoryTabs } from './memory-tabs';

/** The head of a screen of the memory: its title, its button, and the way to the other screens. */
@Component({
  selector: 'app-memory-header',
  imports: [Icon, MemoryTabs, PageHeader, RouterLink, TranslocoPipe],
  template: `
    <app-page-header [heading]="heading() | transloco">
      <ng-container actions>
        <ng-content />
        @if (make() && mayWrite()) {
          <a class="button button-primary" routerLink="new" queryParamsHandling="preserve">
            <svg appIcon="plus" size="14"></svg>{{ make() | transloco }}
          </a>
        }
      </ng-container>
    </app-page-header>
    <app-memory-tabs />
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class MemoryHeader {
  /** Keys of texts; without one for `make`, no new record can be made here. */
  readonly heading = input.required<string>();
  readonly make = input('');
  protected readonly mayWrite = inject(Session).isOperator;
}
