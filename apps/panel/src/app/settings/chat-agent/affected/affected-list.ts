import {
  afterNextRender,
  Component,
  effect,
  type ElementRef,
  inject,
  Injector,
  viewChild,
} from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { PluralPipe } from '../../../i18n/plural';
import { AffectedAppointments } from './affected-appointments';
import { AffectedRow } from './affected-row';

/** Whom somebody has to call after the settings were changed. What comes is read aloud, and gets the focus. */
@Component({
  selector: 'app-affected-list',
  imports: [AffectedRow, PluralPipe, TranslocoPipe],
  template: `
    @if (affected.list().length > 0) {
      <section #section class="card" tabindex="-1" aria-labelledby="affected-appointments">
        <h2 id="affected-appointments">
          {{
            affected.isCut()
              ? ('chat-agent.affected_many' | transloco: { count: affected.list().length })
              : ('chat-agent.affected' | plural: affected.list().length)
          }}
        </h2>
        <p class="lead">{{ 'chat-agent.affected_lead' | transloco }}</p>
        <ul>
          @for (one of affected.list(); track one.id) {
            <li><app-affected-row [affected]="one" /></li>
          }
        </ul>
        <button type="button" class="button" (click)="affected.close()">
          {{ 'chat-agent.affected_close' | transloco }}
        </button>
      </section>
    }
  `,
  styleUrl: '../../profile/section.css',
  styles: `
    section {
      scroll-margin-top: 140px;
    }

    ul {
      margin: 0 0 12px;
      padding: 0;
      list-style: none;
    }

    li {
      padding: 6px 0;
      border-top: 1px solid var(--border);
    }
  `,
})
export class AffectedList {
  protected readonly affected = inject(AffectedAppointments);
  private readonly section = viewChild<ElementRef<HTMLElement>>('section');
  /** Those that were there when the screen was opened leave the focus where it is. */
  private readonly atFirst = this.affected.list();

  constructor() {
    const injector = inject(Injector);
    effect(() => {
      const list = this.affected.list();
      if (list.length === 0 || list === this.atFirst) return;
      afterNextRender(() => this.section()?.nativeElement.focus(), { injector });
    });
  }
}
