import { Component, computed, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { Query } from '../data/query';
import { isProblem } from '../http/problem';
import { EmptyState } from './empty-state';
import { ErrorPanel } from './error-panel';
import { Skeleton, WhileWaiting } from './skeleton';

/** What a drawer shows instead of its record: while it is read, where it could not be, and where it is not there any more. */
@Component({
  selector: 'app-record-state',
  imports: [EmptyState, ErrorPanel, Skeleton, TranslocoPipe, WhileWaiting],
  template: `
    @if (isGone()) {
      <app-empty-state [heading]="gone() | transloco" [text]="gone() + '_text' | transloco" />
    } @else if (of().problem(); as error) {
      <app-error-panel [error]="error" (retry)="of().reload()" />
    } @else {
      <div *appWhileWaiting="of().isFirstLoad()" class="waiting">
        <app-skeleton width="60%" height="20px" /><app-skeleton height="120px" />
      </div>
    }
  `,
  styles: `
    .waiting {
      display: grid;
      gap: 12px;
    }
  `,
})
export class RecordState {
  readonly of = input.required<Pick<Query<unknown>, 'problem' | 'isFirstLoad' | 'reload'>>();
  /** Key of a text, which has another one with `_text`. */
  readonly gone = input.required<string>();
  protected readonly isGone = computed(() => isProblem(this.of().problem(), 'not_found', 'erased'));
}
