import { Component, input, linkedSignal, Pipe, type PipeTransform } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';

/** What a row of a list shows of a text at most: it is cut there anyway, but only after all of it was laid out. */
const OF_A_ROW = 600;

/** The beginning of a text. A browser takes seconds to lay out some texts that are allowed to be long. */
@Pipe({ name: 'beginning' })
export class Beginning implements PipeTransform {
  transform(text: string, most?: number): string {
    return beginningOf(text, most);
  }
}

export function beginningOf(text: string, most = OF_A_ROW): string {
  if (text.length <= most) return text;
  // No half of a character.
  return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** So much is shown at first, and four times as much with each press. */
export const AT_FIRST = 1_500;

/** A text that may be very long: its beginning, and more of it on request, so that it never keeps the browser busy. */
@Component({
  selector: 'app-long-text',
  imports: [Beginning, TranslocoPipe],
  // Each space before the text would be shown.
  // prettier-ignore
  template: `{{ text() | beginning: most() }}@if (text().length > most()) {<button type="button" class="link-button" (click)="showMore()">{{ 'text.more' | transloco }}</button>}`,
  styles: `
    button {
      display: block;
      margin-top: 8px;
    }
  `,
})
export class LongText {
  readonly text = input.required<string>();
  protected readonly most = linkedSignal({ source: this.text, computation: () => AT_FIRST });

  protected showMore(): void {
    this.most.update((most) => most * 4);
  }
}
