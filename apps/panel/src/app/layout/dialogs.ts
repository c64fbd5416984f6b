import { Dialog, type DialogConfig } from '@angular/cdk/dialog';
import { inject, Injectable, Injector, type Type } from '@angular/core';
import { firstValueFrom } from 'rxjs';

/** Opens a component over the page, with focus kept inside and given back afterwards. Escape closes it. */
@Injectable({ providedIn: 'root' })
export class Dialogs {
  private readonly injector = inject(Injector);
  private isLoading = false;

  /** Resolves with what the dialog was closed with. The component reads `data` by `inject(DIALOG_DATA)`. */
  open<Result, Data = unknown>(
    component: Type<unknown>,
    config: DialogConfig<Data> = {},
  ): Promise<Result | undefined> {
    const usual: DialogConfig<Data> = {
      width: 'min(440px, calc(100vw - 32px))',
      panelClass: 'dialog-panel',
      backdropClass: 'cdk-overlay-dark-backdrop',
      autoFocus: 'first-tabbable',
      restoreFocus: true,
    };
    // What dialogs stand on is made with the first of them.
    const opened = this.injector
      .get(Dialog)
      .open<Result, Data>(component, Object.assign(usual, config) as never);
    return firstValueFrom(opened.closed, { defaultValue: undefined });
  }

  /** Opens one that loads first. Nothing while another is on its way: two quick presses open one dialog. */
  async load<Result, Data = unknown>(
    load: () => Promise<Type<unknown>>,
    config: DialogConfig<Data> = {},
  ): Promise<Result | undefined> {
    if (this.isLoading) return undefined;
    this.isLoading = true;
    const component = await load().finally(() => (this.isLoading = false));
    return this.open<Result, Data>(component, config);
  }
}
