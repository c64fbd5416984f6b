import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';

export interface TabLink {
  /** Of the query parameter; the default tab has ''. */
  value: string;
  /** Already translated. */
  label: string;
  count?: string;
}

/** Tabs whose state is a query parameter: links, so that each can be opened, kept and gone back to. */
@Component({
  selector: 'app-tab-links',
  imports: [RouterLink],
  template: `
    <nav class="tabs" [attr.aria-label]="label()" (focusin)="show($any($event.target))">
      @for (tab of tabs(); track tab.value) {
        <a
          [routerLink]="[]"
          [queryParams]="paramsFor(tab)"
          queryParamsHandling="merge"
          [class.active]="tab.value === value()"
          [attr.aria-current]="tab.value === value() ? 'page' : null"
        >
          {{ tab.label }}
          @if (tab.count) {
            <span class="count">{{ tab.count }}</span>
          }
        </a>
      }
    </nav>
  `,
  styles: `
    .count {
      color: var(--text-3);
      font-weight: 400;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class TabLinks {
  readonly label = input.required<string>();
  readonly tabs = input.required<readonly TabLink[]>();
  /** The present one: `urlState('tab').value()`. */
  readonly value = input.required<string>();
  readonly param = input('tab');

  /** Browsers leave a tab alone that is in sight by half. */
  protected show(tab: HTMLElement): void {
    tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  protected paramsFor({ value }: TabLink): Record<string, string | null> {
    return { [this.param()]: value === '' ? null : value };
  }
}
