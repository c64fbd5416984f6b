import { httpResource } from '@angular/common/http';
import { ChangeDetectionStrategy, Component, computed, effect, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AccountDto } from '@groupless/shared-dto';
import { Connectivity } from '../../http/connectivity';
import { LiveEvents } from '../../http/live-events';
import { PageHeader } from '../../layout/page-header';
import { Shortcuts } from '../../layout/shortcuts';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { Icon } from '../../ui/icon';
import { RefetchBar, Skeleton, WhileWaiting } from '../../ui/skeleton';
import { AccountActions } from './account-actions';
import { AccountCard } from './account-card';
import { AccountNotes } from './account-notes';
import { switchCommands } from './switch-command';

/** The accounts of the coding assistant, one of which is active. */
@Component({
  selector: 'app-accounts',
  imports: [
    AccountCard,
    AccountNotes,
    EmptyState,
    ErrorPanel,
    Icon,
    PageHeader,
    RefetchBar,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  providers: [AccountActions],
  templateUrl: './accounts.html',
  styleUrl: './accounts.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Accounts {
  protected readonly actions = inject(AccountActions);
  protected readonly accounts = httpResource<AccountDto[]>(() => '/api/assistant-accounts');
  protected readonly shown = computed(() => {
    const all = this.accounts.hasValue() ? this.accounts.value() : [];
    return all.map((account) => ({ account, commands: switchCommands(account, all) }));
  });

  constructor() {
    const connectivity = inject(Connectivity);
    effect(() => {
      if (connectivity.came_back() > 0) this.accounts.reload();
    });
    inject(LiveEvents).onEvent(
      ['account.created', 'account.updated', 'account.activated', 'account.deleted'],
      () => this.accounts.reload(),
    );
    inject(Shortcuts).register([
      { keys: 'n', label: 'accounts.add', group: 'keys.list', run: () => void this.add() },
    ]);
  }

  protected async add(): Promise<void> {
    await this.actions.edit(null);
    this.accounts.reload();
  }

  /** Shown as active at once; as it really is when the answer has come. */
  protected async activate(account: AccountDto): Promise<void> {
    const before = this.accounts.value() ?? [];
    if (!(await this.actions.maySetActive(account))) return;
    this.accounts.value.set(before.map((one) => ({ ...one, is_active: one.id === account.id })));
    await this.actions.setActive(account, before.find(({ is_active }) => is_active) ?? null);
    this.accounts.reload();
  }

  /** Does something with an account, and reads how the accounts are then. */
  protected async does(work: 'edit' | 'store' | 'clear' | 'remove', account: AccountDto): Promise<void> {
    await this.actions[work](account);
    this.accounts.reload();
  }
}
