import type { CdkMenuTrigger } from '@angular/cdk/menu';
import { afterNextRender, effect, inject, Injector, type Signal } from '@angular/core';
import type { Query } from '../data/query';

/**
 * Takes the keyboard to the first item of a menu whose items are read when it opens, however it was opened: there is none
 * before they are read, or it is said that they could not be. In an injection context.
 * @returns for an item that reads them again: opens the menu anew once it has closed, which it does after any item
 */
export function enterWhenRead(
  trigger: Signal<CdkMenuTrigger>,
  isOpen: Signal<boolean>,
  loaded: Pick<Query<unknown>, 'value' | 'problem'>,
): () => void {
  const injector = inject(Injector);
  let isEntered = false;
  effect(() => {
    const isReady = isOpen() && (loaded.value() !== null || loaded.problem() !== null);
    if (!isOpen()) isEntered = false;
    if (!isReady || isEntered) return;
    isEntered = true;
    afterNextRender(() => trigger().getMenu()?.focusFirstItem('program'), { injector });
  });
  return () => void afterNextRender(() => trigger().open(), { injector });
}
