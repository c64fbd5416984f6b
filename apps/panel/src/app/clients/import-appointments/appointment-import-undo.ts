import { inject, Injectable } from '@angular/core';
import type { AppointmentImportUndoneDto } from '@groupless/shared-dto';
import { Api } from '../../http/api';
import { apiPath } from '../../http/api-path';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';

/** Takes an import of appointments back. */
@Injectable({ providedIn: 'root' })
export class AppointmentImportUndo {
  private readonly api = inject(Api);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);

  /** @returns whether it is taken back now */
  async undo(id: string): Promise<boolean> {
    const question = {
      title: 'clients.import.undo_title',
      text: 'clients.appointments_import.undo_text',
      action: 'clients.import.undo',
      isDangerous: true,
    };
    if (!(await this.confirm.ask(question))) return false;
    try {
      const path = apiPath`/api/appointments/imports/${id}/take-back`;
      const { deleted, left } = await this.api.post<AppointmentImportUndoneDto>(path, undefined);
      const params = { deleted, left: left.length };
      if (left.length > 0) this.toasts.remark('clients.appointments_import.undone_left', { params });
      else this.toasts.show('clients.appointments_import.undone', { params });
      return true;
    } catch (error) {
      this.toasts.failed('clients.import.not_undone', error);
      return false;
    }
  }
}
