import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject, signal } from '@angular/core';
import { form, FormField, maxLength, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  ACCOUNT_TOOLS,
  ACCOUNT_TYPES,
  LIMITS,
  type AccountDto,
  type AccountTool,
  type AccountType,
} from '@groupless/shared-dto';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Field } from '../../ui/forms/field';
import { changesOf } from '../../ui/forms/changes-of';
import { sending } from '../../ui/forms/form-submission';
import { AccountsApi } from './accounts-api';

interface AccountFields {
  name: string;
  type: AccountType;
  description: string;
  /** Empty: the first session tells. */
  tool: AccountTool | '';
}

/** Adds an account, or changes what is known of the one in `data`. Closes with the account. */
@Component({
  selector: 'app-account-dialog',
  imports: [Field, FormDialog, FormField, TranslocoPipe],
  template: `
    <app-form-dialog
      [form]="form"
      [heading]="
        (account === null ? 'accounts.add' : 'accounts.edit_title') | transloco: { name: account?.name }
      "
      [submit]="(account === null ? 'accounts.add' : 'accounts.save') | transloco"
    >
      <app-field [label]="'accounts.name' | transloco" [of]="form.name">
        <input class="input" autocomplete="off" [formField]="form.name" />
      </app-field>
      <app-field [label]="'accounts.type' | transloco" [of]="form.type">
        <select class="input" [formField]="form.type">
          @for (type of types; track type) {
            <option [value]="type">{{ 'accounts.types.' + type | transloco }}</option>
          }
        </select>
      </app-field>
      <app-field
        [label]="'accounts.tool' | transloco"
        [help]="'accounts.tool_help' | transloco"
        [of]="form.tool"
      >
        <select class="input" [formField]="form.tool">
          <option value="">{{ 'accounts.tool_unknown' | transloco }}</option>
          @for (tool of tools; track tool) {
            <option [value]="tool">{{ 'usage.tools.' + tool | transloco }}</option>
          }
        </select>
      </app-field>
      <app-field
        [label]="'accounts.description' | transloco"
        [help]="'accounts.description_help' | transloco"
        [optional]="true"
        [of]="form.description"
      >
        <textarea class="input" rows="3" [formField]="form.description"></textarea>
      </app-field>
    </app-form-dialog>
  `,
})
export class AccountDialog {
  private readonly api = inject(AccountsApi);
  private readonly dialog = inject<DialogRef<AccountDto>>(DialogRef);
  protected readonly account = inject<AccountDto | null>(DIALOG_DATA);
  protected readonly tools = ACCOUNT_TOOLS;
  protected readonly types = ACCOUNT_TYPES;
  private readonly begun: AccountFields = {
    name: this.account?.name ?? '',
    type: this.account?.type ?? 'teams',
    description: this.account?.description ?? '',
    tool: this.account?.tool ?? '',
  };
  protected readonly form = form(
    signal(this.begun),
    (path) => {
      required(path.name);
      maxLength(path.name, LIMITS.account_name.max);
      maxLength(path.description, LIMITS.description.max);
    },
    { submission: sending((fields: AccountFields) => this.save(fields)) },
  );

  private async save(typed: AccountFields): Promise<void> {
    const { api, account } = this;
    const saved =
      account === null
        ? api.create(withTool(typed))
        : // Meanwhile a first session may have told which tool it is for.
          api.patch(account.id, withTool(changesOf(typed, this.begun)));
    this.dialog.close(await saved);
  }
}

function withTool<Fields extends Partial<AccountFields>>({ tool, ...others }: Fields) {
  return tool === undefined ? others : { ...others, tool: tool === '' ? null : tool };
}
