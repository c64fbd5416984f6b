import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import type { Transaction } from '../../database/transaction';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import { MailSettings } from './mail-settings.entity';

export type MailSettingsChange = Omit<MailSettings, 'id' | 'version' | 'told_until'>;

/** The settings are one row, whose id is `true`. */
const THE_ROW = { id: true };

@Injectable()
export class MailSettingsRepository {
  constructor(@InjectRepository(MailSettings) private readonly settings: Repository<MailSettings>) {}

  getSettings(): Promise<MailSettings> {
    return this.settings.findOneByOrFail(THE_ROW);
  }

  async noteNoReminders(now: Date): Promise<void> {
    await this.settings.update(THE_ROW, { told_from: now });
  }

  /**
   * @param change from the stored settings to the new ones
   * @param prepare what comes before that, in its transaction
   * @returns null if the settings have none of the expected versions
   */
  replace(
    versions: ExpectedVersions,
    change: (stored: MailSettings) => MailSettingsChange,
    event: AuditEvent,
    prepare: (transaction: Transaction, stored: MailSettings, changed: MailSettings) => Promise<void>,
  ): Promise<MailSettings | null> {
    return this.settings.manager.transaction(async (transaction) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const stored = await transaction.findOneOrFail(MailSettings, { where: THE_ROW, lock });
      if (versions !== null && !versions.includes(stored.version)) return null;
      const changed = { ...change(stored), version: stored.version + 1 };
      await prepare(transaction, stored, Object.assign(transaction.create(MailSettings), stored, changed));
      await transaction.update(MailSettings, THE_ROW, changed);
      await transaction.insert(AuditEvent, event);
      return transaction.findOneByOrFail(MailSettings, THE_ROW);
    });
  }
}
