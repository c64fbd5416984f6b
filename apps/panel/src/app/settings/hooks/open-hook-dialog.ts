import type { HookDto } from '@groupless/shared-dto';
import type { Dialogs } from '../../ui/dialogs/dialogs';

/** @param hook to change; null: a new one */
export function openHookDialog(dialogs: Dialogs, hook: HookDto | null): Promise<unknown> {
  return dialogs.load(() => import('./hook-dialog').then((m) => m.HookDialog), {
    data: hook,
    autoFocus: 'input',
    width: 'min(640px, calc(100vw - 32px))',
  });
}
