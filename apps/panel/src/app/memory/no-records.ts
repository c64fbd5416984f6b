import { Component, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { Session } from '../session/session';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icon';
import type { IconName } from '../ui/icons';

/** What stands in a list without records: how it fills, and the way to the first one. */
@Component({
  selector: 'app-no-records',
  imports: [EmptyState, Icon, RouterLink, TranslocoPipe],
  template: `
    <app-empty-state
      [heading]="heading() ?? 'memory.' + kind() + '.none' | transloco"
      [text]="'memory.' + kind() + '.none_text' | transloco"
    >
      <svg icon [appIcon]="icon()"></svg>
      @if (mayWrite()) {
        <a class="button" routerLink="new" queryParamsHandling="preserve">
          {{ 'memory.' + kind() + '.new' | transloco }}
        </a>
      }
    </app-empty-state>
  `,
})
export class NoRecords {
  readonly kind = input.required<'person' | 'project' | 'task'>();
  readonly icon = input.required<IconName>();
  /** Key of a text, instead of the usual one. */
  readonly heading = input<string>();
  protected readonly mayWrite = inject(Session).isOperator;
}
