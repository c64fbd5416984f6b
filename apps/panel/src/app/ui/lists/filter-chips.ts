import { CdkMenu, CdkMenuItemCheckbox, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, computed, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Icon } from '../icon';

export interface FilterOption {
  value: string;
  /** Already translated. */
  label: string;
}

/** Something that a list can be filtered by. */
export interface Filter {
  /** Name of the query parameter. */
  id: string;
  label: string;
  options: readonly FilterOption[];
  /** Takes one value, which may hold a comma. */
  isSingle?: boolean;
}

/** The filters of a list, what is chosen of them, and how to choose. */
export interface ChosenFilters {
  readonly filters: () => readonly Filter[];
  /** The present values by id, several joined by commas. */
  readonly values: () => Readonly<Record<string, string>>;
  set(change: { id: string; value: string }): void;
  clear(): void;
}

/** Filters as chips, each with a menu of its values; several values of one are joined by commas. */
@Component({
  selector: 'app-filter-chips',
  imports: [CdkMenu, CdkMenuItemCheckbox, CdkMenuTrigger, Icon, TranslocoPipe],
  template: `
    @for (filter of of().filters(); track filter.id) {
      <span class="chip" [class.on]="chosen(filter).length > 0">
        <button type="button" class="open" [cdkMenuTriggerFor]="options">
          {{ filter.label }}
          @if (chosen(filter).length > 0) {
            <span class="value nowrap">{{ shown(filter) }}</span>
          } @else {
            <svg appIcon="chevron-down" size="14"></svg>
          }
        </button>
        @if (chosen(filter).length > 0) {
          <button
            type="button"
            class="remove"
            [attr.aria-label]="'filter.remove' | transloco: { name: filter.label }"
            [attr.title]="'filter.remove' | transloco: { name: filter.label }"
            (click)="of().set({ id: filter.id, value: '' })"
          >
            <svg appIcon="x" size="12"></svg>
          </button>
        }
      </span>
      <ng-template #options>
        <div class="menu" cdkMenu [attr.aria-label]="filter.label">
          @for (option of filter.options; track option.value) {
            <button
              type="button"
              class="menu-item"
              cdkMenuItemCheckbox
              [cdkMenuItemChecked]="chosen(filter).includes(option.value)"
              (cdkMenuItemTriggered)="toggle(filter, option.value)"
            >
              <svg
                appIcon="check"
                size="14"
                [style.visibility]="chosen(filter).includes(option.value) ? null : 'hidden'"
              ></svg>
              {{ option.label }}
            </button>
          }
        </div>
      </ng-template>
    }
    @if (isFiltered()) {
      <button type="button" class="link-button" (click)="of().clear()">
        {{ 'filter.clear' | transloco }}
      </button>
    }
  `,
  styleUrl: '../chip.css',
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px;
    }
  `,
})
export class FilterChips {
  readonly of = input.required<ChosenFilters>();
  protected readonly isFiltered = computed(() =>
    this.of()
      .filters()
      .some((filter) => this.chosen(filter).length > 0),
  );

  protected chosen({ id, isSingle = false }: Filter): string[] {
    const value = this.of().values()[id] ?? '';
    return (isSingle ? [value] : value.split(',')).filter(Boolean);
  }

  protected shown(filter: Filter): string {
    const labels = new Map(filter.options.map(({ value, label }) => [value, label]));
    return this.chosen(filter)
      .map((value) => labels.get(value) ?? value)
      .join(', ');
  }

  protected toggle(filter: Filter, value: string): void {
    const before = this.chosen(filter);
    const others = filter.isSingle === true ? [] : before;
    const after = before.includes(value) ? others.filter((one) => one !== value) : [...others, value];
    this.of().set({ id: filter.id, value: after.join(',') });
  }
}
