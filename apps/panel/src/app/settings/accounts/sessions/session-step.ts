import { Component, computed, inject, input, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { activeAccount, toolOfAccount, type AccountDto } from '@groupless/shared-dto';
import { query } from '../../../data/query';
import type { StepFormInputs } from '../../../layout/step-forms';
import { ErrorPanel } from '../../../ui/error-panel';
import { Field } from '../../../ui/forms/field';
import { AccountActions } from '../account-actions';

/** Stores the session of an account, which then is the active one, from the list of first steps. */
@Component({
  selector: 'app-session-step',
  imports: [ErrorPanel, Field, TranslocoPipe],
  providers: [AccountActions],
  template: `
    @if (accounts.problem(); as error) {
      <app-error-panel [error]="error" (retry)="accounts.reload()" />
    }
    @if (chosen(); as account) {
      <app-field [label]="'accounts.account' | transloco">
        <select class="input" [value]="account.id" (change)="choice.set($any($event.target).value)">
          @for (one of accounts.value(); track one.id) {
            <option [value]="one.id" [selected]="one.id === account.id">{{ one.name }}</option>
          }
        </select>
      </app-field>
      <button type="button" class="button button-primary" (click)="store(account)">
        {{ 'accounts.store_session' | transloco }}
      </button>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      align-items: flex-start;
      gap: 16px;
    }

    app-field {
      width: 100%;
      max-width: 420px;
    }
  `,
})
export class SessionStep {
  readonly step = input.required<StepFormInputs['step']>();
  readonly done = input.required<StepFormInputs['done']>();
  private readonly actions = inject(AccountActions);
  protected readonly accounts = query<AccountDto[]>(() => '/api/assistant-accounts');
  /** The id of the account; null: none was chosen yet. */
  protected readonly choice = signal<AccountDto['id'] | null>(null);
  protected readonly chosen = computed(() => {
    const accounts = this.accounts.value() ?? [];
    return accounts.find(({ id }) => id === this.choice()) ?? activeAccount(accounts) ?? accounts[0];
  });

  protected async store(account: AccountDto): Promise<void> {
    const stored = await this.actions.store(account);
    // Another account may be chosen.
    if (stored === undefined) return;
    if (!stored.is_active) {
      const before = activeAccount(this.accounts.value() ?? [], toolOfAccount(stored));
      await this.actions.setActive(stored, before);
    }
    // The dashboard tells whether the active account has a session.
    this.done()(false);
  }
}
