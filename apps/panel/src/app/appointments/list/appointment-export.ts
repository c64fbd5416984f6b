import { inject, Injectable } from '@angular/core';
import { Api, type Query } from '../../http/api';
import { toProblem } from '../../http/problem';
import { Toasts } from '../../ui/toasts/toasts';
import { Appearance } from '../../i18n/appearance';
import { fileName, listSeparator, saveFile } from '../../ui/save-file';

/** Downloads appointments as CSV. */
@Injectable({ providedIn: 'root' })
export class AppointmentExport {
  private readonly api = inject(Api);
  private readonly appearance = inject(Appearance);
  private readonly toasts = inject(Toasts);

  /** All that a filter leaves, however many. */
  async save(filter: Query): Promise<void> {
    try {
      const type = 'text/csv;charset=utf-8';
      const separator = listSeparator(this.appearance.formatLocale());
      const content = await this.api.download('/api/appointments/export.csv', type, { ...filter, separator });
      saveFile(content, fileName('appointments', this.appearance.businessZone()));
    } catch (error) {
      this.toasts.failed('appointments.not_exported', toProblem(error));
    }
  }
}
