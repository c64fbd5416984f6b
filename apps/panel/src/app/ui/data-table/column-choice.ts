import { CdkMenu, CdkMenuItemCheckbox, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, computed, input, model } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Icon } from '../icon';
import type { Column } from './column';

/** Which columns are shown. */
@Component({
  selector: 'app-column-choice',
  imports: [CdkMenu, CdkMenuItemCheckbox, CdkMenuTrigger, Icon, TranslocoPipe],
  template: `
    <button type="button" class="button" [cdkMenuTriggerFor]="choice">
      <svg appIcon="columns-3" size="14"></svg>{{ 'table.columns' | transloco }}
    </button>
    <ng-template #choice>
      <div class="menu" cdkMenu>
        @for (column of choosable(); track column.id) {
          <button
            type="button"
            class="menu-item"
            cdkMenuItemCheckbox
            [cdkMenuItemChecked]="!hidden().includes(column.id)"
            (cdkMenuItemTriggered)="toggle(column.id)"
          >
            <svg
              appIcon="check"
              size="14"
              [style.visibility]="hidden().includes(column.id) ? 'hidden' : null"
            ></svg>
            {{ column.label | transloco }}
          </button>
        }
      </div>
    </ng-template>
  `,
})
export class ColumnChoice {
  readonly columns = input.required<readonly Column[]>();
  readonly hidden = model.required<readonly string[]>();
  protected readonly choosable = computed(() => this.columns().filter(({ canHide }) => canHide));

  protected toggle(id: string): void {
    this.hidden.update((before) =>
      before.includes(id) ? before.filter((one) => one !== id) : [...before, id],
    );
  }
}
