import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, computed, inject, input, output } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { roomOf, type AccountDto } from '@groupless/shared-dto';
import { Formats } from '../../i18n/formats';
import { CopyButton } from '../../ui/copy/copy-button';
import { sessionExpiry } from '../../ui/formats/expiry';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { LongText } from '../../ui/long-text';
import { Now, RelativeTime } from '../../ui/formats/relative-time';
import { StatusChip } from '../../ui/status-chip';
import { UsageBars } from '../../ui/usage/usage-bars';
import { UsageDays } from './usage-days';

/** One account: what it is, how its session stands, and what can be done with it. */
@Component({
  selector: 'app-account-card',
  imports: [
    CdkMenu,
    CdkMenuItem,
    CdkMenuTrigger,
    CopyButton,
    Icon,
    IconButton,
    LongText,
    RelativeTime,
    StatusChip,
    TranslocoPipe,
    UsageBars,
    UsageDays,
  ],
  templateUrl: './account-card.html',
  styleUrl: './account-card.css',
})
export class AccountCard {
  readonly account = input.required<AccountDto>();
  /** What a shell runs to switch to it. */
  readonly command = input.required<string>();
  /** The one to switch to, where this one is active and full. */
  readonly other = input<AccountDto | null>(null);
  readonly switched = output<AccountDto>();
  readonly activated = output();
  readonly edited = output();
  readonly stored = output();
  readonly history = output();
  readonly cleared = output();
  readonly removed = output();
  protected readonly formats = inject(Formats);
  private readonly now = inject(Now);
  protected readonly expiry = computed(() => sessionExpiry(this.account(), this.now.ms()));
  protected readonly room = computed(() => roomOf(this.other()?.usage, this.now.ms()));
}
