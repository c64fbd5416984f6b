import { Component, computed, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { PageList } from '../../data/page-list';
import type { Query } from '../../data/query';
import { EmptyState } from '../empty-state';
import { ErrorPanel } from '../error-panel';
import { RefetchBar, Skeleton, WhileWaiting } from '../skeleton';
import { MoreRows } from './more-rows';

/**
 * What is around a list that is no table: why it could not be read, a skeleton, what stands where nothing is (its icon as
 * `icon`, what can be done as `none`), and the next rows.
 */
@Component({
  selector: 'app-list-frame',
  imports: [EmptyState, ErrorPanel, MoreRows, RefetchBar, Skeleton, TranslocoPipe, WhileWaiting],
  template: `
    <app-refetch-bar [active]="of().isRefetching()" />
    @if (of().problem(); as problem) {
      <app-error-panel [error]="problem" (retry)="of().reload()" />
    }
    @if (of().isFirstLoad()) {
      <div *appWhileWaiting="true" class="waiting">
        @for (row of waiting(); track row) {
          <app-skeleton [height]="skeleton()" />
        }
      </div>
    } @else if (isEmpty() && none()) {
      <app-empty-state
        [class.card]="isCard()"
        [heading]="none() | transloco"
        [text]="text() && (text() | transloco)"
      >
        <ng-content select="[icon]" ngProjectAs="[icon]" />
        <ng-content select="[none]" />
      </app-empty-state>
    }
    <ng-content />
    @if (pages(); as list) {
      <app-more-rows [list]="list" />
    }
  `,
  styles: `
    /* Within a page its parts stand as far from each other as the page's. */
    :host {
      display: flex;
      flex-direction: column;
      gap: inherit;
      min-width: 0;
    }

    .waiting {
      display: grid;
      gap: 8px;
    }
  `,
})
export class ListFrame {
  readonly of = input.required<PageList<unknown> | Query<readonly unknown[]>>();
  /** Keys of texts, for a list that may have no rows. */
  readonly none = input('');
  readonly text = input('');
  readonly isCard = input(false);
  /** How high a row is, and how many of them the skeleton has. */
  readonly skeleton = input('44px');
  readonly rows = input(1);
  protected readonly waiting = computed(() => Array.from({ length: this.rows() }, (_, index) => index));
  protected readonly isEmpty = computed(() => {
    const list = this.of();
    return 'items' in list ? list.isEmpty() : list.value()?.length === 0;
  });
  protected readonly pages = computed(() => {
    const list = this.of();
    return 'items' in list && list.hasMore() ? list : null;
  });
}
