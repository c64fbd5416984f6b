import { inject, Injectable, signal } from '@angular/core';
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
  private readonly last = signal<AppointmentImportUndoneDto | null>(null);
  /** What the last undo of this visit has left. */
  readonly undone = this.last.asReadonly();

  forget(): void {
    this.last.set(null);
  }

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
      this.last.set(await this.api.post<AppointmentImportUndoneDto>(path, undefined));
      return true;
    } catch (error) {
      this.toasts.failed('clients.import.not_undone', error);
      return false;
    }
  }
}
