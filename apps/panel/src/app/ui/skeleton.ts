import { Component, Directive, effect, inject, input, TemplateRef, ViewContainerRef } from '@angular/core';

const PATIENCE_MS = 150;

/** A grey bar in the place of a text or a picture that is still to come. Takes its size from `width` and `height`. */
@Component({
  selector: 'app-skeleton',
  template: '',
  host: { 'aria-hidden': 'true', '[style.width]': 'width()', '[style.height]': 'height()' },
  styles: `
    :host {
      display: block;
      max-width: 100%;
      border-radius: 4px;
      background: var(--surface-3);
      animation: breathe 1.6s ease-in-out infinite;
    }

    @keyframes breathe {
      50% {
        opacity: 0.5;
      }
    }
  `,
})
export class Skeleton {
  readonly width = input('100%');
  readonly height = input('12px');
}

/** Shows its content when a wait lasts longer than 150 ms: `<ng-container *appWhileWaiting="list.isFirstLoad()">`. */
@Directive({ selector: '[appWhileWaiting]' })
export class WhileWaiting {
  readonly appWhileWaiting = input.required<boolean>();

  constructor() {
    const template = inject(TemplateRef);
    const place = inject(ViewContainerRef);
    effect((onCleanup) => {
      if (!this.appWhileWaiting()) return;
      // Its sizes are bound before it is painted: else it moves what stands below it.
      const show = () => place.createEmbeddedView(template).detectChanges();
      const timer = setTimeout(show, PATIENCE_MS);
      onCleanup(() => {
        clearTimeout(timer);
        place.clear();
      });
    });
  }
}

/** A thin bar over something that is shown while a newer state of it comes. */
@Component({
  selector: 'app-refetch-bar',
  template: '@if (active()) {<div class="bar"></div>}',
  host: { 'aria-hidden': 'true' },
  styles: `
    :host {
      position: relative;
      z-index: 2;
      display: block;
      height: 0;
    }

    .bar {
      position: absolute;
      inset: 0 0 auto;
      height: 2px;
      overflow: hidden;
    }

    .bar::before {
      display: block;
      width: 30%;
      height: 100%;
      background: var(--accent);
      content: '';
      animation: pass 1s ease-in-out infinite;
    }

    @keyframes pass {
      from {
        transform: translateX(-100%);
      }

      to {
        transform: translateX(340%);
      }
    }
  `,
})
export class RefetchBar {
  readonly active = input.required<boolean>();
}
