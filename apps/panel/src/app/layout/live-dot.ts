import { Component, computed, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Connectivity } from '../http/connectivity';
import { LiveEvents } from '../data/live-events';

/** Whether what is shown follows the server by itself. */
@Component({
  selector: 'app-live-dot',
  imports: [TranslocoPipe],
  template: `
    <span class="dot" [class]="state()" [attr.title]="'live.' + state() | transloco"></span>
    <span class="word">{{ 'live.short.' + state() | transloco }}</span>
  `,
  styles: `
    :host {
      display: flex;
      align-items: center;
      gap: 6px;
      color: var(--text-3);
      font: var(--text-caption);
    }

    .dot {
      width: 8px;
      height: 8px;
      border-radius: 50%;
      background: var(--cancelled-dot);
    }

    .live {
      background: var(--completed-dot);
    }

    .away {
      background: var(--pending-dot);
    }

    @media (max-width: 767px) {
      .word {
        position: absolute;
        width: 1px;
        height: 1px;
        overflow: hidden;
        clip-path: inset(50%);
      }

      :host {
        padding: 0 6px;
      }
    }
  `,
})
export class LiveDot {
  private readonly events = inject(LiveEvents);
  private readonly connectivity = inject(Connectivity);
  protected readonly state = computed(() => (this.connectivity.isAway() ? 'away' : this.events.state()));
}
