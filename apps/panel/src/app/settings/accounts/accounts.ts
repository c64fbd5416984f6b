import { Component, computed, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  ACCOUNT_TOOLS,
  accountWithMostRoom,
  activeAccount,
  roomOf,
  toolOfAccount,
  USAGE_FULL_PERCENT,
  type AccountDto,
} from '@groupless/shared-dto';
import { query } from '../../data/query';
import { PageHeader } from '../../layout/page-header';
import { Shortcuts } from '../../ui/keys/shortcuts';
import { Now } from '../../ui/formats/relative-time';
import { Icon } from '../../ui/icon';
import { ListFrame } from '../../ui/lists/list-frame';
import { AccountActions } from './account-actions';
import { AccountCard } from './account-card';
import { AccountNotes } from './account-notes';
import { switchCommand } from './switch-command';

/** The accounts of the coding assistants by tool, each of which has one active account. */
@Component({
  selector: 'app-accounts',
  imports: [AccountCard, AccountNotes, Icon, ListFrame, PageHeader, TranslocoPipe],
  providers: [AccountActions],
  templateUrl: './accounts.html',
  styleUrls: ['../settings-screen.css', './accounts.css'],
})
export class Accounts {
  protected readonly actions = inject(AccountActions);
  protected readonly accounts = query<AccountDto[]>(() => '/api/assistant-accounts');
  private readonly now = inject(Now);
  protected readonly all = computed(() => this.accounts.value() ?? []);
  /** Who has accounts of one tool alone sees one list. */
  protected readonly groups = computed(() => {
    const all = this.all();
    return ACCOUNT_TOOLS.map((tool) => ({
      tool,
      shown: all
        .filter((account) => toolOfAccount(account) === tool)
        .map((account) => ({
          account,
          command: switchCommand(account, all),
          other: this.otherThan(account, all),
        })),
    })).filter(({ shown }) => shown.length > 0);
  });
  protected readonly firstCommand = computed(() => this.groups()[0]?.shown[0]?.command ?? '');

  constructor() {
    inject(Shortcuts).register([
      { keys: 'n', label: 'accounts.add', group: 'keys.list', run: () => void this.add() },
    ]);
  }

  protected async add(): Promise<void> {
    await this.actions.edit(null);
    await this.accounts.reload();
  }

  /** The account of the same tool that has room, where this one is active and full. */
  private otherThan(account: AccountDto, all: readonly AccountDto[]): AccountDto | null {
    const isFull = ({ usage }: AccountDto) =>
      (roomOf(usage, this.now.ms())?.usedPercent ?? 0) >= USAGE_FULL_PERCENT;
    if (!account.is_active || !isFull(account)) return null;
    const other = accountWithMostRoom(all, toolOfAccount(account), this.now.ms());
    return other === null || isFull(other) ? null : other;
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

  /** Runs an action on an account, and reads how the accounts are then. */
  protected async run(
    action: 'edit' | 'store' | 'showHistory' | 'clear' | 'remove',
    account: AccountDto,
  ): Promise<void> {
    await this.actions[action](account);
    await this.accounts.reload();
  }
}
