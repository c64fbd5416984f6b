import { Injectable } from '@nestjs/common';
import type { ReportUsageDto, UsagePointDto } from '@groupless/shared-dto';
import { EventsService } from '../../events/events.service';
import { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors/app-error';
import { storedMachine, type MachineUser } from '../account-holder';
import { AccountsService } from '../accounts.service';
import { AccountUsageRepository } from './account-usage.repository';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

/** How much of the provider's limits the accounts have used, as the machines report it on which the work is done. */
@Injectable()
export class AccountUsageService {
  constructor(
    private readonly usage: AccountUsageRepository,
    private readonly accounts: AccountsService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a reading for the account whose session the machine had. An older one than the stored one changes nothing.
   * @throws AppError `unknown_identity`
   */
  async report({ tool, identity, machine, at, windows }: ReportUsageDto, user: MachineUser): Promise<void> {
    // A clock that is ahead must not keep later readings out.
    const readAt = new Date(Math.min(Date.parse(at), this.clock.now().getTime()));
    const named = new Map(windows.map((window) => [window.name, window]));
    const stored = [...named.values()].map(({ name, used_percent, resets_at }) => ({
      name,
      used_percent,
      resets_at: new Date(resets_at).toISOString(),
    }));
    const reading = { at: readAt.toISOString(), machine, ...storedMachine(user), windows: stored };
    const changed = await this.usage.store(tool, identity, reading);
    if (changed === null)
      throw new AppError('unknown_identity', 'No account of this tool holds a session of this owner.');
    for (const id of changed) this.events.announce('account.updated', id);
  }

  /** @throws AppError `not_found` */
  async list(id: string, days = DEFAULT_DAYS): Promise<UsagePointDto[]> {
    await this.accounts.get(id);
    const points = await this.usage.list(id, new Date(this.clock.now().getTime() - days * DAY_MS));
    return points.map(({ at, name, used_percent }) => ({ at: at.toISOString(), name, used_percent }));
  }
}
