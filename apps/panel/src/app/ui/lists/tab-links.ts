import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TabStrip } from './tab-strip';

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
  imports: [RouterLink, TabStrip],
  template: `
    <nav appTabStrip class="tabs" [attr.aria-label]="label()">
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
})
export class TabLinks {
  readonly label = input.required<string>();
  readonly tabs = input.required<readonly TabLink[]>();
  /** The present one: `urlState('tab').value()`. */
  readonly value = input.required<string>();
  readonly param = input('tab');

  protected paramsFor({ value }: TabLink): Record<string, string | null> {
    return { [this.param()]: value === '' ? null : value };
  }
}
