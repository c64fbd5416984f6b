import type { Dialogs } from '../../ui/dialogs/dialogs';

/** The question how long and why, which loads when it is first asked. */
export async function openPause(dialogs: Dialogs): Promise<void> {
  await dialogs.load(() => import('./pause-dialog').then(({ PauseDialog }) => PauseDialog), {
    autoFocus: 'input',
  });
}
