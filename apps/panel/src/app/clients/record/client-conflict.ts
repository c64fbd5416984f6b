import { Component, computed, inject, input, output } from '@angular/core';
import { TranslocoPipe, TranslocoService } from '@jsverse/transloco';
import type { ClientDto, ClientField } from '@groupless/shared-dto';
import { beginningOf } from '../../ui/long-text';
import { differences, fieldText } from '../client-model';

/** Says what somebody else changed while the client was edited here, and asks what to do. */
@Component({
  selector: 'app-client-conflict',
  imports: [TranslocoPipe],
  template: `
    <div class="notice notice-danger" role="alert">
      <div class="text">
        <p>{{ 'clients.conflict' | transloco }}</p>
        <ul>
          @for (name of changed(); track name) {
            <li>
              {{ 'clients.' + name | transloco }}: <bdi class="value">{{ shown(name) }}</bdi>
            </li>
          }
        </ul>
        <p class="buttons">
          <button type="button" class="button" (click)="reloaded.emit()">
            {{ 'clients.conflict_reload' | transloco }}
          </button>
          <button type="button" class="button" (click)="overwritten.emit()">
            {{ 'clients.conflict_overwrite' | transloco }}
          </button>
        </p>
      </div>
    </div>
  `,
  styles: `
    .text,
    ul {
      display: flex;
      flex-direction: column;
      gap: 4px;
      min-width: 0;
    }

    .value {
      font-weight: 500;
    }

    .buttons {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      margin-top: 4px;
    }
  `,
})
export class ClientConflict {
  /** As it was when editing began. */
  readonly before = input.required<ClientDto>();
  readonly theirs = input.required<ClientDto>();
  readonly reloaded = output();
  readonly overwritten = output();
  private readonly transloco = inject(TranslocoService);
  protected readonly changed = computed(() => differences(this.before(), this.theirs()));

  protected shown(name: ClientField): string {
    const theirs = this.theirs();
    if (name === 'status') return this.transloco.translate(`status.${theirs.status}`);
    return beginningOf(fieldText(theirs, name)) || '–';
  }
}
