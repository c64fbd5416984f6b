import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject, signal } from '@angular/core';
import { form, FormField, validate } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { PluralPipe } from '../../i18n/plural';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import type { TagChange } from './client-batch';
import { TagsField } from '../tags-field';

interface Tags extends TagChange {
  add: string[];
  remove: string[];
}

/** Which tags the selected clients get and lose. Its data are the tags that they have. */
@Component({
  selector: 'app-tag-clients',
  imports: [Field, FormDialog, FormField, PluralPipe, TagsField, TranslocoPipe],
  template: `
    <app-form-dialog
      [form]="form"
      [heading]="'clients.tag_selected' | plural: data.count"
      [submit]="'clients.apply' | transloco"
    >
      <app-field
        [label]="'clients.tags_to_add' | transloco"
        [of]="form.add"
        [error]="form.add().touched() && form.add().invalid() ? ('clients.no_tags_chosen' | transloco) : ''"
      >
        <app-tags-field [formField]="form.add" />
      </app-field>
      @if (data.tags.length > 0) {
        <fieldset>
          <legend>{{ 'clients.tags_to_remove' | transloco }}</legend>
          @for (tag of data.tags; track tag) {
            <label>
              <input type="checkbox" [checked]="form.remove().value().includes(tag)" (change)="toggle(tag)" />
              <bdi>{{ tag }}</bdi>
            </label>
          }
        </fieldset>
      }
    </app-form-dialog>
  `,
  styles: `
    fieldset {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 16px;
      max-height: 200px;
      overflow-y: auto;
    }

    label {
      display: inline-flex;
      align-items: center;
      gap: 8px;
      min-height: 28px;
    }
  `,
})
export class TagClients {
  private readonly dialog = inject<DialogRef<TagChange>>(DialogRef);
  protected readonly data = inject<{ count: number; tags: readonly string[] }>(DIALOG_DATA);
  protected readonly form = form(
    signal<Tags>({ add: [], remove: [] }),
    (path) => {
      validate(path.add, ({ value, valueOf }) =>
        value().length === 0 && valueOf(path.remove).length === 0 ? { kind: 'required' } : undefined,
      );
    },
    {
      submission: sending((tags: Tags) => {
        this.dialog.close(tags);
        return Promise.resolve();
      }),
    },
  );

  protected toggle(tag: string): void {
    this.form
      .remove()
      .value.update((before) =>
        before.includes(tag) ? before.filter((one) => one !== tag) : [...before, tag],
      );
  }
}
