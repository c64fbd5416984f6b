import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { activeAccount, toolOfAccount, type AccountDto } from '@groupless/shared-dto';
import { query } from '../../http/query';
import { PageHeader } from '../../layout/page-header';
import { Shortcuts } from '../../layout/commands/shortcuts';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { Icon } from '../../ui/icon';
import { RefetchBar, Skeleton, WhileWaiting } from '../../ui/skeleton';
import { AccountActions } from './account-actions';
import { AccountCard } from './account-card';
import { AccountNotes } from './account-notes';
import { switchCommand } from './switch-command';

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
  styleUrls: ['../settings-screen.css', './accounts.css'],
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Accounts {
  protected readonly actions = inject(AccountActions);
  protected readonly accounts = query<AccountDto[]>(() => '/api/assistant-accounts');
  protected readonly shown = computed(() => {
    const all = this.accounts.value() ?? [];
    return all.map((account) => ({ account, command: switchCommand(account, all) }));
  });

  constructor() {
    inject(Shortcuts).register([
      { keys: 'n', label: 'accounts.add', group: 'keys.list', run: () => void this.add() },
    ]);
  }

  protected async add(): Promise<void> {
    await this.actions.edit(null);
    await this.accounts.reload();
  }

  /** Shown as active at once; as it really is when the answer has come. */
  protected async activate(account: AccountDto): Promise<void> {
    const before = this.accounts.value() ?? [];
    if (!(await this.actions.maySetActive(account))) return;
    const tool = toolOfAccount(account);
    const isOfTool = (one: AccountDto) => toolOfAccount(one) === tool;
    this.accounts.update((all) =>
      all.map((one) => (isOfTool(one) ? { ...one, is_active: one.id === account.id } : one)),
    );
    await this.actions.setActive(account, activeAccount(before, tool));
    await this.accounts.reload();
  }

  /** Does something with an account, and reads how the accounts are then. */
  protected async does(
    work: 'edit' | 'store' | 'showHistory' | 'clear' | 'remove',
    account: AccountDto,
  ): Promise<void> {
    await this.actions[work](account);
    await this.accounts.reload();
  }
}
