import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject, signal } from '@angular/core';
import { form, FormField, maxLength, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  LIMITS,
  REPLY_PLACEHOLDERS,
  type CreateSavedReplyDto,
  type SavedReplyDto,
} from '@groupless/shared-dto';
import { SettingsApi } from '../settings-api';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';

/** Makes a saved reply, or changes the one in `data`. */
@Component({
  selector: 'app-saved-reply-dialog',
  imports: [Field, FormDialog, FormField, TranslocoPipe],
  template: `
    <app-form-dialog
      [form]="form"
      [heading]="
        (reply === null ? 'saved-replies.make' : 'saved-replies.edit')
          | transloco: { name: reply?.name ?? '' }
      "
      [submit]="'saved-replies.save' | transloco"
    >
      <app-field [label]="'saved-replies.name' | transloco" [of]="form.name">
        <input class="input" autocomplete="off" [formField]="form.name" />
      </app-field>
      <app-field
        [label]="'saved-replies.text' | transloco"
        [help]="'saved-replies.text_help' | transloco: { placeholders }"
        [of]="form.text"
      >
        <textarea class="input" rows="6" dir="auto" [formField]="form.text"></textarea>
      </app-field>
    </app-form-dialog>
  `,
})
export class SavedReplyDialog {
  private readonly api = inject(SettingsApi);
  protected readonly reply = inject<SavedReplyDto | null>(DIALOG_DATA);
  private readonly dialog = inject<DialogRef<boolean>>(DialogRef);
  protected readonly placeholders = REPLY_PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
  private readonly model = signal<CreateSavedReplyDto>({
    name: this.reply?.name ?? '',
    text: this.reply?.text ?? '',
  });
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.name);
      maxLength(path.name, LIMITS.word.max);
      required(path.text);
      maxLength(path.text, LIMITS.chat_text.max);
    },
    { submission: sending((reply: CreateSavedReplyDto) => this.save(reply)) },
  );

  private async save(reply: CreateSavedReplyDto): Promise<void> {
    if (this.reply === null) await this.api.saveReply(reply);
    else await this.api.changeReply(this.reply.id, reply);
    this.dialog.close(true);
  }
}
