import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AffectedAppointmentDto } from '@groupless/shared-dto';
import { PluralPipe } from '../../../i18n/plural';
import { DialogFrame } from '../../../ui/dialogs/dialog-frame';
import { isCutOff } from './affected-appointments';
import { AffectedRow } from './affected-row';

/** Asks before settings are stored that make coming appointments impossible; true: they are meant. */
@Component({
  selector: 'app-affected-dialog',
  imports: [AffectedRow, DialogFrame, PluralPipe, TranslocoPipe],
  template: `
    <app-dialog-frame
      [heading]="
        isCut
          ? ('chat-agent.would_affect_many' | transloco: { count: list.length })
          : ('chat-agent.would_affect' | plural: list.length)
      "
    >
      <p>{{ 'chat-agent.would_affect_lead' | transloco }}</p>
      <ul>
        @for (one of list; track one.id) {
          <li><app-affected-row [affected]="one" [isApart]="true" /></li>
        }
      </ul>
      <ng-container actions>
        <button type="button" class="button" (click)="dialog.close()">
          {{ 'chat-agent.would_affect_change' | transloco }}
        </button>
        <button type="button" class="button button-primary" (click)="dialog.close(true)">
          {{ 'chat-agent.would_affect_save' | transloco }}
        </button>
      </ng-container>
    </app-dialog-frame>
  `,
  styles: `
    ul {
      margin: 12px 0 0;
      padding: 0;
      list-style: none;
    }

    li {
      padding: 6px 0;
      border-top: 1px solid var(--border);
    }
  `,
})
export class AffectedDialog {
  protected readonly dialog = inject<DialogRef<boolean>>(DialogRef);
  protected readonly list = inject<readonly AffectedAppointmentDto[]>(DIALOG_DATA);
  protected readonly isCut = isCutOff(this.list);
}
