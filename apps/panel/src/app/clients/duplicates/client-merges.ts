import { inject, Injectable } from '@angular/core';
import type { ClientMergeDto, UndoneMergeDto } from '@groupless/shared-dto';
import type { ClientRef } from '../../crm/client-picker/client-picker';
import { apiPath } from '../../http/api-path';
import { Api } from '../../http/api';
import { Texts } from '../../i18n/texts';
import { Toasts } from '../../ui/toasts/toasts';

/** Merges clients, and takes a merge back. */
@Injectable({ providedIn: 'root' })
export class ClientMerges {
  private readonly api = inject(Api);
  private readonly toasts = inject(Toasts);
  private readonly texts = inject(Texts);

  /** @returns whether the other client is part of this one now */
  async merge(kept: ClientRef, other: ClientRef): Promise<boolean> {
    const names = { name: kept.name, other: other.name };
    try {
      const path = apiPath`/api/clients/${kept.id}/merges`;
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
      const path = apiPath`/api/clients/${client_id}/merges/${id}/undo`;
      const undone = await this.api.post<UndoneMergeDto>(path, undefined);
      this.toasts.show('clients.merge.undone', { params: { name } });
      this.tellOf(undone);
    } catch (error) {
      this.toasts.failed('clients.merge.not_undone', error, { params: { name } });
    }
  }

  /** What a person has to look at. It stays until it is closed. */
  private tellOf({ merged: { name }, left_behind, shared_numbers }: UndoneMergeDto): void {
    const left = left_behind.map(({ what, count }) =>
      this.texts.of(`clients.merge.left.${what}`, { count, name }),
    );
    for (const { phone, client } of shared_numbers)
      left.push(this.texts.of('clients.merge.left.number', { phone, name: client.name }));
    if (left.length > 0)
      this.toasts.remark('clients.merge.left_behind', { params: { what: left.join(' ') } });
  }
}
