import { inject, Injectable } from '@angular/core';
import type { AccountDto } from '@groupless/shared-dto';
import { isProblem } from '../../http/problem';
import { Confirm } from '../../ui/dialogs/confirm';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { Toasts } from '../../ui/toasts/toasts';
import { AccountsApi } from './accounts-api';

/** What can be done with an account, with the questions before and the messages after. */
@Injectable()
export class AccountActions {
  private readonly api = inject(AccountsApi);
  private readonly confirm = inject(Confirm);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);

  /** Null: adds one. */
  async edit(account: AccountDto | null): Promise<void> {
    const saved = await this.dialogs.load<AccountDto, AccountDto | null>(
      () => import('./account-dialog').then((m) => m.AccountDialog),
      {
        autoFocus: 'input',
        data: account,
      },
    );
    if (saved === undefined) return;
    const text = account === null ? 'accounts.added' : 'accounts.saved';
    this.toasts.show(text, { params: { name: saved.name } });
  }

  /** The account with its session; undefined: none was stored. */
  async store(account: AccountDto): Promise<AccountDto | undefined> {
    const stored = await this.dialogs.load<AccountDto, AccountDto>(
      () => import('./sessions/session-dialog').then((m) => m.SessionDialog),
      {
        autoFocus: 'textarea',
        data: account,
        width: 'min(520px, calc(100vw - 32px))',
      },
    );
    if (stored !== undefined) this.toasts.show('accounts.session_stored', { params: { name: stored.name } });
    return stored;
  }

  /** Shows the last sessions, of which each can be put back. */
  async showHistory(account: AccountDto): Promise<void> {
    await this.dialogs.load<undefined, AccountDto>(
      () => import('./sessions/session-history').then((m) => m.SessionHistory),
      { data: account, width: 'min(640px, calc(100vw - 32px))' },
    );
  }

  /** Asks where there is no session to switch to. */
  async maySetActive({ has_session, name }: AccountDto): Promise<boolean> {
    if (has_session) return true;
    return this.confirm.ask({
      title: 'accounts.activate_title',
      text: 'accounts.activate_empty',
      action: 'accounts.activate',
      params: { name },
    });
  }

  /** With a way back to the one that was active before. */
  async setActive(account: AccountDto, before: AccountDto | null): Promise<void> {
    try {
      await this.api.activate(account.id);
    } catch (error) {
      this.toasts.failed('accounts.not_activated', error);
      return;
    }
    const params = { name: account.name };
    if (before === null) this.toasts.show('accounts.activated', { params });
    else this.toasts.undoable('accounts.activated', () => void this.setActive(before, null), params);
  }

  async clear({ id, name }: AccountDto): Promise<void> {
    const isSure = await this.confirm.ask({
      title: 'accounts.clear_title',
      text: 'accounts.clear_text',
      action: 'accounts.clear',
      params: { name },
      typedName: name,
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await this.api.clearSession(id);
      this.toasts.show('accounts.cleared', { params: { name } });
    } catch (error) {
      this.toasts.failed('accounts.not_cleared', error);
    }
  }

  async remove({ id, name, has_session }: AccountDto): Promise<void> {
    const isSure = await this.confirm.ask({
      title: 'accounts.remove_title',
      text: has_session ? 'accounts.remove_text' : 'accounts.remove_empty_text',
      action: 'accounts.remove',
      params: { name },
      ...(has_session ? { typedName: name } : {}),
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await this.api.remove(id);
      this.toasts.show('accounts.removed', { params: { name } });
    } catch (error) {
      const becameActive = isProblem(error, 'account_active');
      this.toasts.failed(becameActive ? 'accounts.not_removed_active' : 'accounts.not_removed', error, {
        params: { name },
      });
    }
  }
}
