import { inject, Injectable } from '@angular/core';
import type { ClientDto } from '@groupless/shared-dto';
import { isProblem } from '../http/problem';
import { Confirm } from '../ui/dialogs/confirm';
import { Toasts } from '../ui/toasts/toasts';
import { ClientsApi } from './clients-api';

/** Removes a client for good. */
@Injectable({ providedIn: 'root' })
export class ClientRemoval {
  private readonly api = inject(ClientsApi);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);

  /**
   * Asks for the name first.
   * @param archive what is offered for a client with appointments, who cannot be removed
   * @returns whether the client is gone
   */
  async ask({ id, name }: ClientDto, archive: () => void): Promise<boolean> {
    const isSure = await this.confirm.ask({
      title: 'clients.delete_title',
      text: 'clients.delete_text',
      action: 'clients.delete',
      params: { name },
      typedName: name,
      isDangerous: true,
    });
    if (!isSure) return false;
    try {
      await this.api.remove(id);
      this.toasts.show('clients.deleted', { params: { name } });
      return true;
    } catch (error) {
      const isUsed = isProblem(error, 'client_in_use');
      this.toasts.failed(isUsed ? 'clients.in_use' : 'clients.not_deleted', error, {
        params: { name },
        action: isUsed ? { label: 'clients.archive_instead', run: archive } : null,
      });
      return false;
    }
  }
}
