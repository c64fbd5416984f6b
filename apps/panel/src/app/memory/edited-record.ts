import { afterNextRender, inject } from '@angular/core';
import { ActivatedRoute, Router } from '@angular/router';

interface Editing {
  /** Whether the record is still to be made. */
  isNew(): boolean;
  /** Whether something was typed that is not stored. */
  isChanged(): boolean;
  focusFirst(): void;
}

export interface EditedRecord {
  hasUnsavedChanges(): boolean;
  /** Back to the list: what is shown here is made, or is no more. */
  leave(): void;
}

/** What the drawers of records that can be changed have in common, in an injection context. */
export function editedRecord({ isNew, isChanged, focusFirst }: Editing): EditedRecord {
  const router = inject(Router);
  const route = inject(ActivatedRoute);
  let isDone = false;
  // After the drawer has taken the focus.
  afterNextRender(() => {
    if (isNew()) setTimeout(focusFirst);
  });
  return {
    hasUnsavedChanges: () => isChanged() && !isDone,
    leave: () => {
      isDone = true;
      void router.navigate(['..'], { relativeTo: route, queryParamsHandling: 'preserve' });
    },
  };
}
