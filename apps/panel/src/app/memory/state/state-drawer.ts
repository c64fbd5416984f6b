import { Component, inject, input, viewChild } from '@angular/core';
import { ActivatedRoute, Router } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { StateDto } from '@groupless/shared-dto';
import { Drawer } from '../../layout/drawer';
import { RecordState } from '../../ui/record-state';
import { statePath } from '../memory-api';
import { shownRecord } from '../record/record';
import { RowHistory } from '../history/row-history';
import { StateEntry } from './state-entry';

/** One entry of the state with its whole value. */
@Component({
  selector: 'app-state-drawer',
  imports: [RecordState, Drawer, RowHistory, StateEntry, TranslocoPipe],
  template: `
    <app-drawer [label]="key()">
      <h2 drawerHeading class="nowrap">
        <bdi [attr.title]="key()">{{ record.row()?.category ?? ('memory.state' | transloco) }}</bdi>
      </h2>
      <app-record-state [of]="record" gone="memory.gone" />
      @if (record.row(); as entry) {
        @if (!record.isGone() || isEdited()) {
          <app-state-entry [entry]="entry" [whole]="true" (saved)="record.show($event)" (removed)="leave()" />
          <app-row-history kind="state" [id]="entry.id" [name]="entry.key" (erased)="leave()" />
        }
      }
    </app-drawer>
  `,
  styleUrl: '../record/record-drawer.css',
})
export class StateDrawer {
  readonly key = input.required<string>();
  /** The id of the entry; without it the one that belongs to no project. */
  readonly row = input<string>();
  private readonly router = inject(Router);
  private readonly route = inject(ActivatedRoute);
  private readonly shown = viewChild(StateEntry);
  protected readonly record = shownRecord<StateDto>({
    address: () => {
      const id = this.row();
      return statePath(this.key(), id === undefined ? undefined : { id });
    },
    name: ({ key }) => key,
  });

  protected isEdited(): boolean {
    return this.shown()?.isChanged() ?? false;
  }

  protected leave(): void {
    void this.router.navigate(['..'], { relativeTo: this.route, queryParamsHandling: 'preserve' });
  }
}
