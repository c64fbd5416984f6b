import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import { firstValueFrom } from 'rxjs';
import { paramsOf, type Query } from '../../http/api';
import { toProblem } from '../../http/problem';
import { Toasts } from '../../ui/toasts/toasts';
import { Appearance } from '../../i18n/appearance';
import { fileName, saveFile } from '../../ui/save-file';

/** Downloads appointments as CSV. */
@Injectable({ providedIn: 'root' })
export class AppointmentExport {
  private readonly appearance = inject(Appearance);
  private readonly http = inject(HttpClient);
  private readonly toasts = inject(Toasts);

  /** All that a filter leaves, however many. */
  async save(filter: Query): Promise<void> {
    try {
      const content = await firstValueFrom(
        this.http.get('/api/appointments/export.csv', {
          params: paramsOf(filter),
          responseType: 'arraybuffer',
        }),
      );
      const name = fileName('appointments', this.appearance.businessZone());
      saveFile(new Blob([content], { type: 'text/csv;charset=utf-8' }), name);
    } catch (error) {
      this.toasts.failed('appointments.not_exported', toProblem(error));
    }
  }
}
