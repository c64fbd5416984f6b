import { Component, input } from '@angular/core';
import {
  email,
  FormField,
  maxLength,
  required,
  type FieldTree,
  type SchemaPathTree,
} from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS } from '@groupless/shared-dto';
import { Field } from '../ui/forms/field';

/** What is typed of a user. */
export interface Names {
  name: string;
  email: string;
}

export function nameRules(path: SchemaPathTree<Names>): void {
  required(path.name);
  maxLength(path.name, LIMITS.user_name.max);
  required(path.email);
  email(path.email);
  maxLength(path.email, LIMITS.email.max);
}

/** The name and the email of a user, as fields of a form. */
@Component({
  selector: 'app-user-fields',
  imports: [Field, FormField, TranslocoPipe],
  template: `
    <app-field [label]="'users.columns.name' | transloco" [of]="form().name">
      <input class="input" autocomplete="off" [formField]="form().name" />
    </app-field>
    <app-field [label]="'users.columns.email' | transloco" [help]="emailHelp()" [of]="form().email">
      <input
        class="input"
        type="email"
        inputmode="email"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        [formField]="form().email"
      />
    </app-field>
  `,
  host: { class: 'stack' },
})
export class UserFields {
  readonly form = input.required<{ name: FieldTree<string>; email: FieldTree<string> }>();
  readonly emailHelp = input('');
}
