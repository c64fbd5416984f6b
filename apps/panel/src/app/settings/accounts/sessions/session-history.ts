import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AccountDto, AccountSessionDto } from '@groupless/shared-dto';
import { query } from '../../../data/query';
import { Confirm } from '../../../ui/dialogs/confirm';
import { DialogFrame } from '../../../ui/dialogs/dialog-frame';
import { Toasts } from '../../../ui/toasts/toasts';
import { ErrorPanel } from '../../../ui/error-panel';
import { DateTime, RelativeTime } from '../../../ui/formats/relative-time';
import { Skeleton, WhileWaiting } from '../../../ui/skeleton';
import { AccountsApi } from '../accounts-api';

/** The last sessions of the account in `data`, without their content. Each but the present one can be put back. */
@Component({
  selector: 'app-session-history',
  imports: [DateTime, DialogFrame, ErrorPanel, RelativeTime, Skeleton, TranslocoPipe, WhileWaiting],
  templateUrl: './session-history.html',
  styleUrl: './session-history.css',
})
export class SessionHistory {
  private readonly api = inject(AccountsApi);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);
  protected readonly dialog = inject<DialogRef<undefined>>(DialogRef);
  protected readonly account = inject<AccountDto>(DIALOG_DATA);
  protected readonly sessions = query<AccountSessionDto[]>(
    () => `/api/assistant-accounts/${this.account.id}/sessions`,
  );
  protected readonly isRestoring = signal(false);

  /** Whether it is known to belong to somebody else than the present one. */
  protected isOtherLogin({ identity }: AccountSessionDto, all: AccountSessionDto[]): boolean {
    const present = all.find(({ is_current }) => is_current)?.identity ?? null;
    return identity !== null && present !== null && identity !== present;
  }

  protected async restore({ version }: AccountSessionDto): Promise<void> {
    const params = { name: this.account.name, version };
    const isSure = await this.confirm.ask({
      title: 'accounts.restore_title',
      text: 'accounts.restore_text',
      action: 'accounts.restore',
      params,
    });
    if (!isSure) return;
    this.isRestoring.set(true);
    try {
      await this.api.restoreSession(this.account.id, version);
      this.toasts.show('accounts.restored', { params });
    } catch (error) {
      this.toasts.failed('accounts.not_restored', error);
    }
    await this.sessions.reload();
    this.isRestoring.set(false);
  }
}
