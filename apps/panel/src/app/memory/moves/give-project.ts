import { Component, inject, input, output } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { OwnedKind } from '@groupless/shared-dto';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { Icon } from '../../ui/icon';
import { RowMoves, type NamedProject } from './row-moves';

/** Gives the chosen rows to a project that is asked for. */
@Component({
  selector: 'app-give-project',
  imports: [Icon, TranslocoPipe],
  template: `
    <button type="button" class="button" [disabled]="ids().length === 0" (click)="ask()">
      <svg appIcon="tags" size="14"></svg>{{ 'memory.move.give' | transloco }}…
    </button>
  `,
})
export class GiveProject {
  readonly kind = input.required<OwnedKind>();
  readonly ids = input.required<readonly number[]>();
  /** The ids of those that have a project now. */
  readonly given = output<readonly number[]>();
  private readonly dialogs = inject(Dialogs);
  private readonly moves = inject(RowMoves);

  protected async ask(): Promise<void> {
    const ids = this.ids();
    const load = () => import('./choose-project').then(({ ChooseProject }) => ChooseProject);
    const project = await this.dialogs.load<NamedProject>(load, { data: ids.length });
    if (project !== undefined) this.given.emit(await this.moves.give(this.kind(), ids, project));
  }
}
