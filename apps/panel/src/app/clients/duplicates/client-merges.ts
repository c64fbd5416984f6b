import { inject, Injectable } from '@angular/core';
import type { ClientMergeDto } from '@groupless/shared-dto';
import type { ClientRef } from '../../crm/client-picker';
import { Api } from '../../http/api';
import { Toasts } from '../../layout/toasts/toasts';

/** Merges clients, and takes a merge back. */
@Injectable({ providedIn: 'root' })
export class ClientMerges {
  private readonly api = inject(Api);
  private readonly toasts = inject(Toasts);

  /** @returns whether the other client is part of this one now */
  async merge(kept: ClientRef, other: ClientRef): Promise<boolean> {
    const names = { name: kept.name, other: other.name };
    try {
      const path = `/api/clients/${encodeURIComponent(kept.id)}/merges`;
      const merge = await this.api.post<ClientMergeDto>(path, { client_id: other.id });
      this.toasts.undoable('clients.merge.done', () => void this.undo(merge), names);
      return true;
    } catch (error) {
      this.toasts.failed('clients.merge.failed', error, { params: names });
      return false;
    }
  }

  async undo({ id, client_id, merged: { name } }: ClientMergeDto): Promise<void> {
    try {
      await this.api.post(`/api/clients/${encodeURIComponent(client_id)}/merges/${id}/undo`, undefined);
      this.toasts.show('clients.merge.undone', { params: { name } });
    } catch (error) {
      this.toasts.failed('clients.merge.not_undone', error, { params: { name } });
    }
  }
}
