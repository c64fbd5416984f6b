import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { DialogFrame } from './dialog-frame';
import type { Answer, Question } from './question';

@Component({
  selector: 'app-confirm-dialog',
  imports: [DialogFrame, TranslocoPipe],
  template: `
    <form (submit)="answer($event)">
      <app-dialog-frame [heading]="question.title | transloco: params">
        <p class="text">{{ question.text | transloco: params }}</p>
        @if (question.more; as more) {
          <p class="text">{{ more | transloco: params }}</p>
        }
        @if (question.typedName; as name) {
          <label for="typed-name">{{ 'confirm.type' | transloco: { name } }}</label>
          <input
            id="typed-name"
            class="input"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            [value]="typed()"
            (input)="typed.set($any($event.target).value)"
          />
        }
        @if (question.choices; as choices) {
          <fieldset>
            <legend>{{ choices.label | transloco: params }}</legend>
            @for (one of choices.values; track one.value) {
              <label class="option">
                <input
                  type="radio"
                  name="choice"
                  [checked]="choice() === one.value"
                  (change)="choice.set(one.value)"
                />
                {{ one.label | transloco: params }}
              </label>
            }
          </fieldset>
        }
        @if (question.option; as option) {
          <label class="option">
            <input
              type="checkbox"
              [checked]="hasOption()"
              (change)="hasOption.set($any($event.target).checked)"
            />
            {{ option | transloco: params }}
          </label>
        }
        @if (question.note; as note) {
          <label for="confirm-note">{{ note.label | transloco: params }}</label>
          <input
            id="confirm-note"
            class="input"
            autocomplete="off"
            [maxLength]="note.max"
            [value]="added()"
            (input)="added.set($any($event.target).value)"
          />
        }
        <ng-container actions>
          <button type="button" class="button" (click)="dialog.close()">
            {{ question.dismiss ?? 'confirm.cancel' | transloco }}
          </button>
          <button
            type="submit"
            class="button"
            [class]="question.isDangerous ? 'button-danger' : 'button-primary'"
            [attr.aria-disabled]="!mayAnswer()"
          >
            {{ question.action | transloco: params }}
          </button>
        </ng-container>
      </app-dialog-frame>
    </form>
  `,
  styles: `
    .text {
      color: var(--text-2);
      font: var(--text-form);
    }

    .text + .text {
      margin-top: 8px;
    }

    label {
      display: block;
      margin: 16px 0 4px;
      font-weight: 500;
    }

    fieldset {
      margin: 16px 0 0;
      padding: 0;
      border: 0;
    }

    legend {
      padding: 0;
      font-weight: 500;
    }

    fieldset .option {
      margin-top: 8px;
    }

    .option {
      display: flex;
      gap: 8px;
      align-items: flex-start;
      margin-top: 16px;
      font: var(--text-form);
    }
  `,
})
export class ConfirmDialog {
  protected readonly dialog = inject<DialogRef<Answer>>(DialogRef);
  protected readonly question = inject<Question>(DIALOG_DATA);
  protected readonly params = this.question.params ?? {};
  protected readonly typed = signal('');
  protected readonly hasOption = signal(this.question.isOptionOn ?? false);
  protected readonly added = signal('');
  protected readonly choice = signal(this.question.choices?.values[0]?.value ?? '');
  protected readonly mayAnswer = computed(
    () => this.question.typedName === undefined || this.typed() === this.question.typedName,
  );

  protected answer(event: Event): void {
    event.preventDefault();
    if (this.mayAnswer())
      this.dialog.close({ hasOption: this.hasOption(), choice: this.choice(), note: this.added().trim() });
  }
}
