import { inject } from '@angular/core';
import type { CanDeactivateFn } from '@angular/router';
import { Confirm } from './confirm';

/** A screen that can hold what is not saved. */
export interface HoldsChanges {
  has_unsaved_changes(): boolean;
}

/**
 * Asks before what was typed is lost. Belongs into `canDeactivate` of the screen's route. Who is quick leaves a screen
 * that is not made yet: null.
 */
export const unsavedChanges: CanDeactivateFn<HoldsChanges | null> = (screen) => {
  if (screen?.has_unsaved_changes() !== true) return true;
  return inject(Confirm).askToLeave();
};
