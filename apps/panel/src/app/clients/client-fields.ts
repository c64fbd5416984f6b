import { Component, computed, inject, input } from '@angular/core';
import { FormField, type FieldTree } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { CLIENT_STATUSES, MAIL_LANGUAGES } from '@groupless/shared-dto';
import { FieldValues } from './field-values';
import { Field } from '../ui/forms/field';
import type { ClientModel } from './client-model';
import { TagsField } from './tags-field';

/** The fields of a client, in a new one and in one that is edited. */
@Component({
  selector: 'app-client-fields',
  imports: [Field, FormField, TagsField, TranslocoPipe],
  templateUrl: './client-fields.html',
  styles: `
    :host {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(180px, 100%), 1fr));
      gap: 16px;
    }

    .wide {
      grid-column: 1 / -1;
    }

    .ways {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 16px;
    }
  `,
})
export class ClientFields {
  readonly form = input.required<FieldTree<ClientModel>>();
  private readonly values = inject(FieldValues);
  protected readonly statuses = CLIENT_STATUSES;
  /** Those that mails are written in, and the one that is chosen. */
  protected readonly languages = computed(() => {
    const chosen = this.form().language().value();
    return [...new Set([...MAIL_LANGUAGES, ...(chosen === '' ? [] : [chosen])])];
  });

  protected languageName(tag: string): string {
    return this.values.shown('language', tag);
  }
}
