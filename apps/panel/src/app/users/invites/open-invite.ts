import type { Dialogs } from '../../ui/dialogs/dialogs';

export async function openInvite(dialogs: Dialogs): Promise<void> {
  const load = () => import('./invite-dialog').then(({ InviteDialog }) => InviteDialog);
  await dialogs.load(load, { width: 'min(520px, calc(100vw - 32px))' });
}
