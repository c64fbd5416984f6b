import { DialogRef } from '@angular/cdk/dialog';
import {
  Component,
  computed,
  DestroyRef,
  DOCUMENT,
  effect,
  inject,
  input,
  type OnInit,
  signal,
  untracked,
} from '@angular/core';
import { FormRoot, type FieldTree } from '@angular/forms/signals';
import { Unsaved } from '../../session/unsaved';
import { FormError } from '../forms/field';
import { isSame } from '../forms/changes-of';
import { Confirm } from './confirm';
import { DialogFrame } from './dialog-frame';
import { closeUnasked } from './dialogs';

/**
 * A dialog that is a form: its fields come as content. What the API has against the form as a whole stands below them, and
 * what is typed stays. Whatever closes it without a result asks first if something was typed.
 */
@Component({
  selector: 'app-form-dialog',
  imports: [DialogFrame, FormError, FormRoot],
  template: `
    <form [formRoot]="form()">
      <app-dialog-frame
        [heading]="heading()"
        [submit]="submit()"
        [done]="done()"
        [isBlocked]="isBlocked() || form()().submitting()"
      >
        <!-- What is typed while the form is sent would be lost with the dialog. -->
        <div class="stack" [attr.inert]="form()().submitting() ? '' : null">
          <ng-content />
          @if (!done()) {
            <app-form-error [of]="form()" />
          }
        </div>
      </app-dialog-frame>
    </form>
  `,
})
export class FormDialog<Model> implements OnInit {
  readonly form = input.required<FieldTree<Model>>();
  /** All three are already translated. */
  readonly heading = input.required<string>();
  readonly submit = input.required<string>();
  /** There is nothing to send yet. */
  readonly isBlocked = input(false);
  /** Once the form has done its work and something else is shown: what its only button says. */
  readonly done = input('');
  /** What is shown once the form has done its work is shown never again: leaving the page asks first. */
  readonly isShownOnce = input(false);
  /** Key of the text that asks before what is typed is lost. */
  readonly unsaved = input('unsaved.text');
  private readonly confirm = inject(Confirm);
  private readonly dialog = inject<DialogRef>(DialogRef);
  private readonly document = inject(DOCUMENT);
  /** What the form began with. */
  private readonly atFirst = signal<Model | undefined>(undefined);
  private isAsking = false;
  private readonly isUnsaved = computed(
    () => this.done() === '' && !isSame(this.form()().value(), this.atFirst()),
  );

  constructor() {
    const isKey = computed(() => this.isShownOnce() && this.done() !== '');
    const holder = {
      isUnsaved: () => this.isUnsaved() || isKey(),
      text: () => (isKey() ? 'unsaved.shown_once' : this.unsaved()),
      route: null,
    };
    inject(Unsaved).hold(holder, inject(DestroyRef));
    this.dialog.config.closePredicate = (result) => {
      if (result !== undefined || !untracked(this.isUnsaved)) return true;
      void this.askToClose();
      return false;
    };
    this.keepFocusWhileSending();
  }

  ngOnInit(): void {
    this.atFirst.set(this.form()().value());
  }

  private async askToClose(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    if (await this.confirm.askToLeave(this.unsaved())) closeUnasked(this.dialog);
    this.isAsking = false;
  }

  /** An inert field loses the focus. */
  private keepFocusWhileSending(): void {
    let before: Element | null = null;
    effect(() => {
      const isSending = this.form()().submitting();
      const { activeElement, body } = this.document;
      if (isSending) before = activeElement;
      else if (before instanceof HTMLElement && activeElement === body)
        setTimeout(() => this.giveBack(before));
    });
  }

  private giveBack(field: Element | null): void {
    if (field instanceof HTMLElement && this.document.activeElement === this.document.body) field.focus();
  }
}
