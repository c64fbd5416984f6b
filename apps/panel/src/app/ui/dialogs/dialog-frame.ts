import { DialogRef } from '@angular/cdk/dialog';
import { Component, ElementRef, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { IconButton } from '../icon-button';

/**
 * The inside of a dialog: heading, content, and the buttons of its form (`submit`) or others in
 * `<ng-container actions>`.
 */
@Component({
  selector: 'app-dialog-frame',
  imports: [IconButton, TranslocoPipe],
  template: `
    <h2 [id]="id">{{ heading() }}</h2>
    <div class="content"><ng-content /></div>
    <div class="foot">
      <ng-content select="[actions]" />
      @if (done(); as label) {
        <button type="button" class="button button-primary" (click)="dialog.close()">{{ label }}</button>
      } @else if (submit(); as label) {
        <button type="button" class="button" (click)="dialog.close()">
          {{ 'confirm.cancel' | transloco }}
        </button>
        <button type="submit" class="button button-primary" [disabled]="isBlocked()">{{ label }}</button>
      }
    </div>
    <button
      appIconButton="x"
      class="close"
      [label]="'dialog.close' | transloco"
      (click)="dialog.close()"
    ></button>
  `,
  styles: `
    :host {
      position: relative;
      display: block;
    }

    h2 {
      padding: 20px 52px 0 20px;
    }

    /* Last in the order of the keyboard: whoever opens a dialog wants to do something. */
    .close {
      position: absolute;
      top: 16px;
      right: 12px;
    }

    .content {
      padding: 8px 20px 8px;
    }

    .foot {
      display: flex;
      flex-wrap: wrap;
      justify-content: flex-end;
      gap: 8px;
      position: sticky;
      bottom: 0;
      z-index: 1;
      padding: 12px 20px 20px;
      background: var(--surface);
    }

    .foot:not(:has(button)) {
      display: none;
    }
  `,
  host: { '(keydown.control.enter)': 'send($event)', '(keydown.meta.enter)': 'send($event)' },
})
export class DialogFrame {
  readonly heading = input.required<string>();
  /** What the button says that sends the form around it, already translated; a second one gives up. */
  readonly submit = input('');
  /** What the button says that closes a dialog whose work is done, already translated. */
  readonly done = input('');
  readonly isBlocked = input(false);
  protected readonly dialog = inject<DialogRef>(DialogRef);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  /** The dialog is called what its heading says. */
  protected readonly id = this.dialog.config.ariaLabelledBy;

  /** Ctrl or ⌘ with Enter sends the form around the dialog's inside, also from a field of several lines. */
  protected send(event: Event): void {
    const form = this.host.closest('form');
    // A question is answered by its own button alone.
    if (form === null || this.host.closest('[role=alertdialog]') !== null) return;
    event.preventDefault();
    form.requestSubmit();
  }
}
