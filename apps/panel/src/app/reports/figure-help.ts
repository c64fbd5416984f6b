import { Component, computed, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ReportDefinitionDto, ReportFigure } from '@groupless/shared-dto';
import { Appearance } from '../i18n/appearance';
import { languageOf } from '../i18n/languages';

let helps = 0;

/** What a figure means, under a small "i". */
@Component({
  selector: 'app-figure-help',
  imports: [TranslocoPipe],
  template: `
    <button
      type="button"
      [attr.popovertarget]="id"
      [attr.aria-label]="'reports.meaning_of' | transloco: { figure: name() }"
      [style.anchor-name]="'--' + id"
    >
      <span aria-hidden="true">i</span>
    </button>
    <div popover role="note" [id]="id" [style.position-anchor]="'--' + id">{{ meaning() }}</div>
  `,
  styles: `
    :host {
      display: inline-flex;
    }

    button {
      display: inline-flex;
      align-items: center;
      justify-content: center;
      width: 24px;
      height: 24px;
      margin: -4px -5px -4px -2px;
      padding: 0;
      border: 0;
      border-radius: var(--radius-control);
      background: none;
      color: var(--text-3);
      cursor: pointer;
    }

    button:hover {
      color: var(--text);
    }

    span {
      width: 14px;
      border: 1px solid currentcolor;
      border-radius: 50%;
      font: 600 10px/12px var(--font);
      text-align: center;
    }

    div {
      max-width: min(320px, calc(100vw - 32px));
      padding: 10px 12px;
      border: 1px solid var(--border);
      border-radius: var(--radius-card);
      background: var(--surface);
      box-shadow: var(--lift);
      color: var(--text);
      font: var(--text-base);
      white-space: normal;
    }

    @supports (position-area: bottom span-right) {
      div {
        position-area: bottom span-right;
        position-try-fallbacks: flip-inline, flip-block;
        inset: auto;
        margin: 4px 0;
      }
    }
  `,
})
export class FigureHelp {
  /** As it stands beside. */
  readonly name = input.required<string>();
  readonly figure = input.required<ReportFigure>();
  readonly definitions = input.required<readonly ReportDefinitionDto[]>();
  private readonly appearance = inject(Appearance);
  protected readonly id = `figure-help-${++helps}`;
  protected readonly meaning = computed(() => {
    const found = this.definitions().find(({ figure }) => figure === this.figure());
    return found?.[languageOf(this.appearance.locale())] ?? '';
  });
}
