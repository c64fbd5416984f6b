import { Component, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { CreatedApiKeyDto } from '@groupless/shared-dto';
import { Formats } from '../../i18n/formats';
import { CopiedText } from '../../ui/copy/copied-text';

/** The text of a key, which is shown this once. */
@Component({
  selector: 'app-shown-key',
  imports: [CopiedText, TranslocoPipe],
  template: `
    <div class="stack">
      <p class="notice notice-danger" role="status">{{ 'api-keys.once' | transloco }}</p>
      <app-copied-text label="api-keys.copy" [text]="of().key" />
      <p class="caption">
        {{ 'api-keys.header' | transloco }} <code>x-api-key</code>.
        {{ 'api-keys.counts_until' | transloco: { at: formats.dateTime(of().expires_at) } }}
      </p>
    </div>
  `,
})
export class ShownKey {
  readonly of = input.required<CreatedApiKeyDto>();
  protected readonly formats = inject(Formats);
}
