import { Component, computed, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Formats } from '../../i18n/formats';
import { ClientExport } from './client-export';

const MEBIBYTE = 1_048_576;

/** How much of an export has come, while one runs. */
@Component({
  selector: 'app-export-progress',
  imports: [TranslocoPipe],
  template: `
    @if (size(); as size) {
      <span class="caption" role="status">{{ 'clients.exporting' | transloco: { size } }}</span>
      <button type="button" class="link-button" (click)="exports.cancel()">
        {{ 'confirm.cancel' | transloco }}
      </button>
    }
  `,
  styles: `
    :host {
      display: flex;
      gap: 8px;
    }

    :host:empty {
      display: none;
    }
  `,
})
export class ExportProgress {
  protected readonly exports = inject(ClientExport);
  private readonly formats = inject(Formats);
  protected readonly size = computed(() => {
    const bytes = this.exports.receivedBytes();
    return bytes === null ? null : this.formats.number(Math.round((bytes / MEBIBYTE) * 10) / 10);
  });
}
