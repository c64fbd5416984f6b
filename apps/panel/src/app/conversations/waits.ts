import { Component, computed, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Formats } from '../i18n/formats';
import { ExactTime } from '../ui/formats/exact-time';
import { Now } from '../ui/formats/relative-time';

/** For how long a client has waited for a person. */
@Component({
  selector: 'app-waits',
  imports: [ExactTime, TranslocoPipe],
  template: `<time class="nowrap" [attr.datetime]="since()" [appExact]="since()">{{
    'conversations.waits' | transloco: { time: time() }
  }}</time>`,
  styles: `
    :host {
      flex: none;
      color: var(--danger-text);
      font: 500 12px/16px var(--font);
    }
  `,
})
export class Waits {
  readonly since = input.required<string>();
  private readonly formats = inject(Formats);
  private readonly now = inject(Now);
  protected readonly time = computed(() => this.formats.lasting(this.now.ms() - Date.parse(this.since())));
}
