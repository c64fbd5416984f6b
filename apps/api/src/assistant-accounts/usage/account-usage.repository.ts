import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { levelReached, LIMITS, type AccountTool } from '@groupless/shared-dto';
import { LessThan, MoreThanOrEqual, Repository } from 'typeorm';
import { TOOL } from '../active-of-tool.statements';
import { AssistantAccount, type StoredUsage } from '../assistant-account.entity';
import { AccountUsage } from './account-usage.entity';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOTE_FULL = `select note_for_team('account_limit', $1)`;

/** What machines read of the limits of the accounts. */
@Injectable()
export class AccountUsageRepository {
  constructor(
    @InjectRepository(AssistantAccount) private readonly accounts: Repository<AssistantAccount>,
    @InjectRepository(AccountUsage) private readonly points: Repository<AccountUsage>,
  ) {}

  /**
   * Stores a reading for all accounts of one owner, unless they have a later one.
   * @returns the ids of those that have changed; null if no account is of that owner
   */
  store(tool: AccountTool, identity: string, usage: StoredUsage): Promise<string[] | null> {
    return this.accounts.manager.transaction(async (transaction) => {
      const accounts = await transaction
        .createQueryBuilder(AssistantAccount, 'account')
        .where({ identity })
        .andWhere(`${TOOL} = :tool`, { tool })
        .orderBy('account.id')
        .setLock('pessimistic_write')
        .getMany();
      if (accounts.length === 0) return null;
      const older = accounts.filter(({ usage: known }) => known === null || known.at < usage.at);
      const at = new Date(usage.at);
      const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
      for (const { id, is_active, usage: before } of older) {
        const isHigher = levelReached(usage, at.getTime()) > levelReached(before, at.getTime());
        if (is_active && isHigher) await transaction.query(NOTE_FULL, [id]);
        await transaction.update(AssistantAccount, { id }, { usage });
        const rows = usage.windows.map(({ name, used_percent }) => ({
          account_id: id,
          hour,
          name,
          at,
          used_percent,
        }));
        if (rows.length > 0) await transaction.upsert(AccountUsage, rows, ['account_id', 'hour', 'name']);
        const first = new Date(at.getTime() - LIMITS.usage_days.max * DAY_MS);
        await transaction.delete(AccountUsage, { account_id: id, hour: LessThan(first) });
      }
      return older.map(({ id }) => id);
    });
  }

  /** The readings of an account since an instant, the oldest first. */
  list(account_id: string, since: Date): Promise<AccountUsage[]> {
    return this.points.find({
      where: { account_id, hour: MoreThanOrEqual(since) },
      order: { hour: 'ASC', name: 'ASC' },
    });
  }
}
