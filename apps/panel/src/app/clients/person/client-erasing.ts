import { inject, Injectable } from '@angular/core';
import type { ClientDto, EraseClientDto, ErasureDto } from '@groupless/shared-dto';
import { Api } from '../../http/api';
import { apiPath } from '../../http/api-path';
import { Confirm } from '../../ui/dialogs/confirm';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { Toasts } from '../../ui/toasts/toasts';

/** Erases a client for good, with conversations and mails. */
@Injectable({ providedIn: 'root' })
export class ClientErasing {
  private readonly api = inject(Api);
  private readonly confirm = inject(Confirm);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);

  /**
   * Asks for the name first, and shows how far it is.
   * @returns whether it has begun
   */
  async ask({ id, name }: ClientDto): Promise<boolean> {
    const isSure = await this.confirm.ask({
      title: 'clients.erasing.title',
      text: 'clients.erasing.text',
      action: 'clients.erasing.action',
      params: { name },
      typedName: name,
      isDangerous: true,
    });
    if (!isSure) return false;
    try {
      const erased: EraseClientDto = { name };
      await this.api.post<ErasureDto>(apiPath`/api/clients/${id}/erase`, erased);
    } catch (error) {
      this.toasts.failed('clients.erasing.failed', error, { params: { name } });
      return false;
    }
    const load = () => import('./erasure-dialog').then(({ ErasureDialog }) => ErasureDialog);
    void this.dialogs.load(load, { data: id });
    return true;
  }
}
