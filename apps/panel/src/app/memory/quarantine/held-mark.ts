import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { QuarantineKind } from '@groupless/shared-dto';
import { StatusChip } from '../../ui/status-chip';

/** Marks a row of a list that the quarantine holds, and leads to where it is released or discarded. */
@Component({
  selector: 'app-held-mark',
  imports: [RouterLink, StatusChip, TranslocoPipe],
  template: `<a
    routerLink="/memory/quarantine"
    [queryParams]="{ kind: kind(), row: row() }"
    [attr.title]="'memory.held.decide' | transloco"
    (click)="$event.stopPropagation()"
    ><app-status-chip status="held"
  /></a>`,
})
export class HeldMark {
  readonly kind = input.required<QuarantineKind>();
  readonly row = input.required<number>();
}
