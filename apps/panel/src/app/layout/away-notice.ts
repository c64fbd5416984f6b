import { Component, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Connectivity } from '../http/connectivity';
import { readKept } from '../storage/kept';
import { DAY_ALLOWED } from '../storage/kept-day';
import { LostNavigation } from './navigation/lost-navigation';

/** Says that the API does not answer, and what comes of a screen that was asked for; the panel keeps asking by itself. */
@Component({
  selector: 'app-away-notice',
  imports: [TranslocoPipe],
  template: `
    <div role="status">
      @if (connectivity.isAway()) {
        <p>
          {{ 'away.text' | transloco }}
          @if (navigation.waiting() !== null) {
            {{ 'away.waiting' | transloco }}
          }
          <button type="button" class="link-button" (click)="connectivity.check()">
            {{ 'away.now' | transloco }}
          </button>
          @if (hasDay()) {
            <a href="/offline.html">{{ 'away.day' | transloco }}</a>
          }
        </p>
      } @else if (navigation.outdated(); as address) {
        <p>
          {{ 'away.outdated' | transloco }}
          <a [href]="address">{{ 'away.load' | transloco }}</a>
        </p>
      }
    </div>
  `,
  styles: `
    :host {
      position: sticky;
      top: var(--top-bar);
      z-index: 20;
    }

    p {
      /* As high as \`main\` takes it to be, see the frame. */
      min-height: var(--notice);
      padding: 6px 24px;
      background: var(--pending-bg);
      color: var(--pending-fg);
    }

    .link-button,
    a {
      color: inherit;
      font-weight: 500;
    }
  `,
})
export class AwayNotice {
  protected readonly connectivity = inject(Connectivity);
  protected readonly navigation = inject(LostNavigation);
  protected readonly hasDay = () => readKept(DAY_ALLOWED) !== null;
}
