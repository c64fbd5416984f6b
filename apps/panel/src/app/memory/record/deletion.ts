import { inject } from '@angular/core';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';

/**
 * Asks before a record is deleted, and tells if it could not be, in an injection context. What is asked are the texts
 * `memory.<kind>.delete_title` and `delete_text`.
 * @returns a function that answers whether the record is deleted
 */
export function deletion(
  kind: 'entry' | 'person' | 'project' | 'session' | 'task',
): (name: string, send: () => Promise<unknown>) => Promise<boolean> {
  const confirm = inject(Confirm);
  const toasts = inject(Toasts);
  return async (name, send) => {
    const params = { name };
    const isSure = await confirm.ask({
      title: `memory.${kind}.delete_title`,
      text: `memory.${kind}.delete_text`,
      action: 'memory.delete',
      params,
      isDangerous: true,
    });
    if (!isSure) return false;
    try {
      await send();
      return true;
    } catch (error) {
      toasts.failed('memory.not_deleted', error, { params });
      return false;
    }
  };
}
