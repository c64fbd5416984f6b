import { Component, effect, inject, input } from '@angular/core';
import { Breadcrumb } from './navigation/breadcrumb';

/**
 * The title of a screen. Its one primary button, top right, comes as content with `actions`; what stands beside the
 * title (a count, a chip) with `aside`.
 */
@Component({
  selector: 'app-page-header',
  template: `
    <div class="title">
      <h1 tabindex="-1" class="nowrap">{{ heading() }}</h1>
      <ng-content select="[aside]" />
    </div>
    <div class="actions"><ng-content select="[actions]" /></div>
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      gap: 8px 16px;
      min-height: 32px;
      margin-bottom: 16px;
    }

    .title {
      display: flex;
      align-items: center;
      gap: 8px;
      min-width: 0;
    }

    h1 {
      min-width: 0;
    }

    .actions {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px;
    }
  `,
})
export class PageHeader {
  readonly heading = input.required<string>();
  /** The name of the record, where the screen shows one: the last part of the breadcrumb. */
  readonly record = input<string | null>(null);

  constructor() {
    const breadcrumb = inject(Breadcrumb);
    effect(() => breadcrumb.nameRecord(this.record()));
  }
}
