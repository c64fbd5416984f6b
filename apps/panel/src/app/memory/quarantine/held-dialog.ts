import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { QuarantineKind } from '@groupless/shared-dto';
import { DialogFrame } from '../../ui/dialogs/dialog-frame';
import { HeldRows } from './held-rows';

/** What the quarantine holds of one row. It closes once that is decided. */
@Component({
  selector: 'app-held-dialog',
  imports: [DialogFrame, HeldRows, TranslocoPipe],
  template: `
    <app-dialog-frame [heading]="'memory.quarantine' | transloco">
      <app-held-rows [kind]="of.kind" [row]="of.row" (decided)="dialog.close()" />
    </app-dialog-frame>
  `,
})
export class HeldDialog {
  protected readonly dialog = inject<DialogRef<void>>(DialogRef);
  protected readonly of = inject<{ kind: QuarantineKind; row: number }>(DIALOG_DATA);
}
