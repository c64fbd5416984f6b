import { ChangeDetectionStrategy, Component, input, linkedSignal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Beginning } from '../ui/formats/beginning';

/** So much is shown at first, and four times as much with each press. */
const AT_FIRST = 1_500;

/** A text that may be very long: its beginning, and more of it on request, so that it never keeps the browser busy. */
@Component({
  selector: 'app-long-text',
  imports: [Beginning, TranslocoPipe],
  // Each space before the text would be shown.
  // prettier-ignore
  template: `{{ text() | beginning: most() }}@if (text().length > most()) {<button type="button" class="link-button" (click)="showMore()">{{ 'memory.more' | transloco }}</button>}`,
  styles: `
    button {
      display: block;
      margin-top: 8px;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class LongText {
  readonly text = input.required<string>();
  protected readonly most = linkedSignal({ source: this.text, computation: () => AT_FIRST });

  protected showMore(): void {
    this.most.update((most) => most * 4);
  }
}
