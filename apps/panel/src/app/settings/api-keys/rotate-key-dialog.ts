import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject, signal } from '@angular/core';
import { form, FormField } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ApiKeyDto, CreatedApiKeyDto } from '@groupless/shared-dto';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { SettingsApi } from '../settings-api';
import { ShownKey } from './shown-key';

/** For how many hours the present secret goes on beside the new one. */
const OVERLAPS = ['0', '1', '24', '72', '168'] as const;

/** Gives a key a new secret, and shows it this once. */
@Component({
  selector: 'app-rotate-key-dialog',
  imports: [Field, FormDialog, FormField, ShownKey, TranslocoPipe],
  template: `
    <app-form-dialog
      [form]="form"
      [heading]="
        (created() === null ? 'api-keys.rotate_title' : 'api-keys.created') | transloco: { name: key.name }
      "
      [submit]="'api-keys.rotate' | transloco"
      [done]="created() === null ? '' : ('api-keys.kept' | transloco)"
      [isShownOnce]="true"
    >
      @if (created(); as created) {
        <app-shown-key [of]="created" />
      } @else {
        <p>{{ 'api-keys.rotate_text' | transloco }}</p>
        <app-field [label]="'api-keys.overlap' | transloco" [of]="form.overlap">
          <select class="input" [formField]="form.overlap">
            @for (hours of overlaps; track hours) {
              <option [value]="hours">{{ 'api-keys.overlaps.' + hours | transloco }}</option>
            }
          </select>
        </app-field>
      }
    </app-form-dialog>
  `,
})
export class RotateKeyDialog {
  private readonly api = inject(SettingsApi);
  private readonly dialog = inject(DialogRef);
  protected readonly key = inject<ApiKeyDto>(DIALOG_DATA);
  protected readonly overlaps = OVERLAPS;
  protected readonly created = signal<CreatedApiKeyDto | null>(null);
  private readonly model = signal<{ overlap: (typeof OVERLAPS)[number] }>({ overlap: '24' });
  protected readonly form = form(this.model, {
    submission: sending(async ({ overlap }: { overlap: string }) => {
      this.created.set(await this.api.rotateKey(this.key.id, { overlap_hours: Number(overlap) }));
      // Neither Escape nor a click beside it hides a key that can never be shown again.
      this.dialog.disableClose = true;
    }),
  });
}
