import { inject, Injectable } from '@angular/core';
import type { ImportUndoneDto } from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { Api } from '../../http/api';
import { Formats } from '../../i18n/formats';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';

/** So many of those who stay are named. */
const MOST_NAMED = 5;

/** Takes an import back. */
@Injectable({ providedIn: 'root' })
export class ImportUndo {
  private readonly api = inject(Api);
  private readonly confirm = inject(Confirm);
  private readonly formats = inject(Formats);
  private readonly toasts = inject(Toasts);

  /** @returns whether it is taken back now */
  async undo(id: string): Promise<boolean> {
    const question = {
      title: 'clients.import.undo_title',
      text: 'clients.import.undo_text',
      action: 'clients.import.undo',
      isDangerous: true,
    };
    if (!(await this.confirm.ask(question))) return false;
    try {
      const undone = await this.api.post<ImportUndoneDto>(
        apiPath`/api/clients/imports/${id}/undo`,
        undefined,
      );
      const { deleted, put_back, left, left_total } = undone;
      const names = this.formats.list(left.slice(0, MOST_NAMED).map(({ name }) => name));
      const params = { deleted, put_back, left: left_total, names };
      if (left_total > 0) this.toasts.remark('clients.import.undone_left', { params });
      else this.toasts.show('clients.import.undone', { params });
      return true;
    } catch (error) {
      this.toasts.failed('clients.import.not_undone', error);
      return false;
    }
  }
}
