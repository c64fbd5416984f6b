import { Component, computed, input, output } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Problem, type OwnCode } from '../http/problem';
import { CopyButton } from './copy/copy-button';
import { Icon } from './icon';

const OWN_CODES: readonly OwnCode[] = ['no_connection', 'unreadable_answer', 'panel_failed'];

/** An error: the cause, the request's id for the log, and a button to try again. */
@Component({
  selector: 'app-error-panel',
  imports: [CopyButton, Icon, TranslocoPipe],
  template: `
    <div class="panel" role="alert">
      <svg appIcon="triangle-alert" size="20"></svg>
      <div class="text">
        <h2>{{ 'error.title' | transloco }}</h2>
        <p>
          @if (ownWords(); as key) {
            {{ 'error.' + key | transloco }}
          } @else {
            {{ problem()?.message }}
          }
        </p>
        @if (problem()?.requestId; as id) {
          <p class="caption">
            {{ 'error.request' | transloco }} <code>{{ id }}</code> <app-copy-button [text]="id" />
          </p>
        }
        <button type="button" class="button" (click)="retry.emit()">{{ 'error.retry' | transloco }}</button>
      </div>
    </div>
  `,
  styles: `
    .panel {
      display: flex;
      gap: 12px;
      padding: 16px;
      border: 1px solid var(--border);
      border-radius: var(--radius-card);
      background: var(--surface);
    }

    svg {
      color: var(--danger-text);
    }

    .text {
      display: flex;
      flex-direction: column;
      align-items: flex-start;
      gap: 4px;
      min-width: 0;
    }

    h2 {
      font: 600 14px/20px var(--font);
    }

    p {
      color: var(--text-2);
    }

    .button {
      margin-top: 8px;
    }
  `,
})
export class ErrorPanel {
  /** The `problem` of a read. */
  readonly error = input.required<unknown>();
  readonly retry = output();
  protected readonly problem = computed(() => {
    const error = this.error();
    const cause = error instanceof Problem ? error : (error as { cause?: unknown } | null)?.cause;
    return cause instanceof Problem ? cause : null;
  });
  protected readonly ownWords = computed(() => {
    const code = this.problem()?.code ?? 'unreadable_answer';
    return OWN_CODES.find((own) => own === code) ?? null;
  });
}
