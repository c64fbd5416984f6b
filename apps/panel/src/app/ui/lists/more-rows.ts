import { afterNextRender, Component, DestroyRef, ElementRef, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { PageList } from '../../data/page-list';

/** The end of a list that grows: the next rows come when it is scrolled to, or are asked for. */
@Component({
  selector: 'app-more-rows',
  imports: [TranslocoPipe],
  template: `
    @if (list().hasMore()) {
      <button type="button" class="button" [disabled]="list().isLoadingMore()" (click)="list().loadMore()">
        {{ 'text.more' | transloco }}
      </button>
    }
  `,
  styles: `
    :host {
      display: flex;
      justify-content: center;
      padding: 12px 0;
    }

    :host:not(:has(button)) {
      display: none;
    }
  `,
})
export class MoreRows {
  readonly list = input.required<PageList<unknown>>();

  constructor() {
    const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    const until = inject(DestroyRef);
    afterNextRender(() => {
      const sight = new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          // Where the next page does not push the end out of sight, it has to be looked at anew.
          void this.list()
            .loadMore()
            .then(() => {
              if (!this.list().hasMore() || this.list().problem() !== null) return;
              sight.unobserve(host);
              sight.observe(host);
            });
        },
        { rootMargin: '400px' },
      );
      sight.observe(host);
      until.onDestroy(() => sight.disconnect());
    });
  }
}
