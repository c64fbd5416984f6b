import { Component, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { PageList } from '../../data/page-list';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';

/** A list of records of a client: loading state, empty state (with an icon), and a link to all of them. */
@Component({
  selector: 'app-client-records',
  imports: [EmptyState, ErrorPanel, Skeleton, TranslocoPipe, WhileWaiting],
  template: `
    @if (list().problem(); as problem) {
      <app-error-panel [error]="problem" (retry)="list().reload()" />
    }
    @if (list().isFirstLoad()) {
      <ng-container *appWhileWaiting="true"><app-skeleton height="44px" /></ng-container>
    } @else if (list().isEmpty()) {
      <app-empty-state [heading]="none() | transloco">
        <ng-content select="[icon]" ngProjectAs="[icon]" />
      </app-empty-state>
    }
    <ng-content />
    @if (list().hasMore()) {
      <button type="button" class="button" (click)="list().loadMore()">
        {{ 'clients.show_more' | transloco }}
      </button>
    }
  `,
  styles: `
    .button {
      margin-top: 12px;
    }
  `,
})
export class ClientRecords {
  readonly list = input.required<PageList<unknown>>();
  /** The text for none. */
  readonly none = input.required<string>();
}
