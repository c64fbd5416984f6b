import { inject } from '@angular/core';
import { Router, type CanDeactivateFn } from '@angular/router';
import { Session } from '../../session/session';
import { Unsaved } from '../../session/unsaved';
import { Confirm } from './confirm';
import { Dialogs } from './dialogs';

/**
 * Asks before a navigation loses what was typed, on a screen or in a dialog. The frame's route runs it for each navigation:
 * see `holdsUnsaved()`. Back closes the open dialogs too, but never the one that asks to sign in again: it may cover the screen.
 */
export const leaving: CanDeactivateFn<unknown> = async (_frame, _route, { url }, next) => {
  const [unsaved, dialogs, confirm] = [inject(Unsaved), inject(Dialogs), inject(Confirm)];
  if (inject(Session).isLost()) return false;
  const isBack = inject(Router).currentNavigation()?.trigger === 'popstate';
  // Links and buttons within a screen change its query parameters, also behind a dialog.
  const leavesDialogs = isBack || pathOf(url) !== pathOf(next.url);
  const ofDialog = leavesDialogs ? unsaved.askedByDialog() : undefined;
  const question = ofDialog ?? unsaved.askedByScreen(next.root);
  if (question !== undefined && !(await confirm.askToLeave(question))) return false;
  if (isBack || ofDialog !== undefined) dialogs.closeAll();
  return true;
};

function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? '';
}
