import { DialogRef } from '@angular/cdk/dialog';
import { ChangeDetectionStrategy, Component, ElementRef, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Icon } from '../ui/icon';

let dialogs = 0;

/** The inside of a dialog: heading, content, and its buttons in `<ng-container actions>`. */
@Component({
  selector: 'app-dialog-frame',
  imports: [Icon, TranslocoPipe],
  template: `
    <div class="head">
      <h2 [id]="id">{{ heading() }}</h2>
      <button
        type="button"
        class="icon-button"
        [attr.aria-label]="'dialog.close' | transloco"
        (click)="dialog.close()"
      >
        <svg appIcon="x" size="16"></svg>
      </button>
    </div>
    <div class="content"><ng-content /></div>
    <div class="foot"><ng-content select="[actions]" /></div>
  `,
  styles: `
    .head {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 8px;
      padding: 16px 12px 0 20px;
    }

    .head .icon-button {
      order: 1;
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

    .foot:empty {
      display: none;
    }
  `,
  host: { '(keydown.control.enter)': 'submit($event)', '(keydown.meta.enter)': 'submit($event)' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class DialogFrame {
  readonly heading = input.required<string>();
  protected readonly dialog = inject<DialogRef>(DialogRef);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly id = `dialog-${++dialogs}`;

  constructor() {
    // The dialog is called what its heading says.
    const container = this.dialog.containerInstance as unknown as { _addAriaLabelledBy(id: string): void };
    container._addAriaLabelledBy(this.id);
  }

  /** Ctrl or ⌘ with Enter sends the form around the dialog's inside, also from a field of several lines. */
  protected submit(event: Event): void {
    const form = this.host.closest('form');
    // A question is answered by its own button alone.
    if (form === null || this.host.closest('[role=alertdialog]') !== null) return;
    event.preventDefault();
    form.requestSubmit();
  }
}
