import { DIALOG_DATA } from '@angular/cdk/dialog';
import { Component, computed, effect, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ErasureDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { apiPath } from '../../http/api-path';
import { DialogFrame } from '../../ui/dialogs/dialog-frame';
import { ErrorPanel } from '../../ui/error-panel';
import { DateTime } from '../../ui/formats/relative-time';
import { KeyValue, KeyValues } from '../../ui/key-values';

const PAUSE_MS = 1_000;

/** How far the erasing of a client is, and then its certificate. */
@Component({
  selector: 'app-erasure-dialog',
  imports: [DateTime, DialogFrame, ErrorPanel, KeyValue, KeyValues, TranslocoPipe],
  template: `
    <app-dialog-frame [heading]="'clients.erasing.heading' | transloco" [done]="'dialog.close' | transloco">
      @if (read.problem(); as error) {
        <app-error-panel [error]="error" (retry)="read.reload()" />
      }
      <p role="status">{{ 'clients.erasing.steps.' + step() | transloco }}</p>
      @if (certificate(); as certificate) {
        <app-key-values>
          <app-key-value [label]="'clients.erasing.id' | transloco">{{
            certificate.client_id
          }}</app-key-value>
          <app-key-value [label]="'clients.erasing.by' | transloco">
            {{ certificate.requested_by ?? '–' }}, <app-date-time [at]="certificate.requested_at" />
          </app-key-value>
          <app-key-value [label]="'clients.erasing.finished' | transloco">
            <app-date-time [at]="certificate.finished_at" />
          </app-key-value>
          <app-key-value [label]="'clients.erasing.rows' | transloco">
            @for (one of certificate.erased; track one.table) {
              <div>{{ one.table }}: {{ one.rows }}</div>
            }
          </app-key-value>
        </app-key-values>
      }
    </app-dialog-frame>
  `,
  styles: `
    app-key-values {
      margin-top: 12px;
    }
  `,
})
export class ErasureDialog {
  private readonly id = inject<string>(DIALOG_DATA);
  protected readonly read = query<ErasureDto>(() => apiPath`/api/clients/${this.id}/erasure`);
  protected readonly step = computed(() => this.read.value()?.step ?? 'waiting');
  protected readonly certificate = computed(() => (this.step() === 'done' ? this.read.value() : null));

  constructor() {
    effect((onCleanup) => {
      const erasure = this.read.value();
      if (erasure === null || erasure.step === 'done') return;
      const timer = setInterval(() => void this.read.reload(), PAUSE_MS);
      onCleanup(() => clearInterval(timer));
    });
  }
}
