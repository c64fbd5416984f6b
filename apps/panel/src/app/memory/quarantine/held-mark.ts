import { Component, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { QuarantineKind } from '@groupless/shared-dto';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { StatusChip } from '../../ui/status-chip';

/** Marks a row of a list that the quarantine holds; there it is read, and released or discarded. */
@Component({
  selector: 'app-held-mark',
  imports: [StatusChip, TranslocoPipe],
  template: `<button type="button" [attr.title]="'memory.held.decide' | transloco" (click)="decide($event)">
    <app-status-chip status="held" />
  </button>`,
  styles: `
    button {
      padding: 0;
      border: 0;
      background: none;
      font: inherit;
      cursor: pointer;
    }
  `,
})
export class HeldMark {
  readonly kind = input.required<QuarantineKind>();
  readonly row = input.required<number>();
  private readonly dialogs = inject(Dialogs);

  protected decide(event: Event): void {
    event.stopPropagation();
    void this.dialogs.load(async () => (await import('./held-dialog')).HeldDialog, {
      data: { kind: this.kind(), row: this.row() },
      width: 'min(640px, calc(100vw - 32px))',
    });
  }
}
