import type { Dialog, DialogConfig, DialogRef } from '@angular/cdk/dialog';
import {
  afterNextRender,
  computed,
  DestroyRef,
  DOCUMENT,
  inject,
  Injectable,
  Injector,
  signal,
  type Type,
} from '@angular/core';
import { firstValueFrom } from 'rxjs';
import { Toasts } from '../toasts/toasts';
import { typeAhead, writeAtFocus, type TypeAhead } from '../keys/type-ahead';

/** Opens a component over the page, with focus kept inside and given back afterwards. Escape closes it. */
@Injectable({ providedIn: 'root' })
export class Dialogs {
  private readonly document = inject(DOCUMENT);
  private readonly injector = inject(Injector);
  private readonly toasts = inject(Toasts);
  private readonly page = inject(DestroyRef);
  private readonly opening = signal(0);
  /** One is on its way: keys that are pressed meanwhile are meant for it, not for the page. */
  readonly isOpening = computed(() => this.opening() > 0);
  private lastId = 0;
  private cdk?: Dialog;

  /** Closes all without a question. */
  closeAll(): void {
    for (const dialog of [...(this.cdk?.openDialogs ?? [])].reverse()) closeUnasked(dialog);
  }

  /** Resolves with what the dialog was closed with. The component reads `data` by `inject(DIALOG_DATA)`. */
  open<Result, Data = unknown>(
    component: Type<unknown>,
    config: DialogConfig<Data> = {},
  ): Promise<Result | undefined> {
    return this.show(Promise.resolve(component), config);
  }

  /**
   * Opens one that loads first, and writes into its first field what was typed meanwhile. Nothing while another is on its
   * way: two quick presses open one dialog.
   */
  async load<Result, Data = unknown>(
    load: () => Promise<Type<unknown>>,
    config: DialogConfig<Data> = {},
  ): Promise<Result | undefined> {
    if (this.isOpening()) return undefined;
    // Who is writing goes on writing there.
    return this.show(load(), config, this.isWriting() ? null : typeAhead(this.document));
  }

  private async show<Result, Data>(
    coming: Promise<Type<unknown>>,
    config: DialogConfig<Data>,
    ahead: TypeAhead | null = null,
  ): Promise<Result | undefined> {
    this.opening.update((count) => count + 1);
    // The CDK's dialogs are loaded with the first of them: no screen needs them at first.
    const [component, { Dialog }] = await Promise.all([coming, import('@angular/cdk/dialog')])
      .catch((error: unknown) => {
        ahead?.take();
        throw error;
      })
      .finally(() => this.opening.update((count) => count - 1));
    // The page is gone meanwhile, and the question of a dialog that closes with it has no answer.
    if (this.page.destroyed) return undefined;
    const usual: DialogConfig<Data> = {
      width: 'min(440px, calc(100vw - 32px))',
      panelClass: 'dialog-panel',
      backdropClass: 'cdk-overlay-dark-backdrop',
      autoFocus: 'first-tabbable',
      restoreFocus: true,
      // What is typed is asked about first: see `leaving`.
      closeOnNavigation: false,
      // Its heading, see `DialogFrame`.
      ariaLabelledBy: `dialog-${++this.lastId}`,
    };
    this.cdk = this.injector.get(Dialog);
    const opened = this.cdk.open<Result, Data>(component, Object.assign(usual, config) as never);
    this.toasts.raise();
    // After the dialog has moved the focus, which it does after the same rendering.
    const writeAhead = () => writeAtFocus(this.document, ahead?.take().text ?? '');
    afterNextRender(() => queueMicrotask(writeAhead), { injector: this.injector });
    return firstValueFrom(opened.closed, { defaultValue: undefined });
  }

  private isWriting(): boolean {
    return this.document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false;
  }
}

/** Closes a dialog whatever is typed in it. */
export function closeUnasked<Result>(dialog: DialogRef<Result>): void {
  dialog.config.closePredicate = () => true;
  dialog.close();
}
