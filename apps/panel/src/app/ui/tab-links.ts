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
    <nav [attr.aria-label]="label()">
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
    nav {
      display: flex;
      gap: 4px;
      border-bottom: 1px solid var(--border);
      overflow-x: auto;
    }

    a {
      margin-bottom: -1px;
      padding: 8px 10px 9px;
      border-bottom: 2px solid transparent;
      color: var(--text-2);
      font-weight: 500;
      text-decoration: none;
      white-space: nowrap;
    }

    a:hover {
      color: var(--text);
    }

    a:focus-visible {
      outline-offset: -2px;
    }

    .active {
      border-color: var(--accent);
      color: var(--text);
    }

    .count {
      margin-left: 2px;
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

  protected paramsFor({ value }: TabLink): Record<string, string | null> {
    return { [this.param()]: value === '' ? null : value };
  }
}
