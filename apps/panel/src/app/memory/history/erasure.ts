import { inject } from '@angular/core';
import type { VersionKind } from '@groupless/shared-dto';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';
import { MemoryApi } from '../memory-api';

/**
 * Asks before a row is erased with its versions, and tells how it went, in an injection context. The API asks for the
 * password too, by the dialog of the frame.
 * @returns a function that answers whether the row is erased
 */
export function erasure(): (kind: VersionKind, id: number, name: string) => Promise<boolean> {
  const api = inject(MemoryApi);
  const confirm = inject(Confirm);
  const toasts = inject(Toasts);
  return async (kind, id, name) => {
    const params = { name };
    const isSure = await confirm.ask({
      title: 'memory.erase.title',
      text: 'memory.erase.text',
      action: 'memory.erase.action',
      params,
      typedName: `${kind} ${id}`,
      isDangerous: true,
    });
    if (!isSure) return false;
    try {
      await api.erase({ kind, id });
      toasts.show('memory.erase.done', { params });
      return true;
    } catch (error) {
      toasts.failed('memory.erase.failed', error, { params });
      return false;
    }
  };
}
