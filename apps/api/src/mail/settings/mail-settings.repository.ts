import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import { replaceSettings, THE_ROW } from '../../database/statements/settings-row';
import type { Transaction } from '../../database/transaction';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import { MailSettings } from './mail-settings.entity';

export type MailSettingsChange = Omit<MailSettings, 'id' | 'version' | 'told_until'>;

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
   * @throws AppError `version_mismatch`
   */
  replace(
    versions: ExpectedVersions,
    change: (stored: MailSettings) => MailSettingsChange,
    event: AuditEvent,
    prepare: (transaction: Transaction, stored: MailSettings, changed: MailSettings) => Promise<void>,
  ): Promise<MailSettings> {
    return replaceSettings(this.settings, versions, async (stored, transaction) => {
      const changed = change(stored);
      await prepare(transaction, stored, Object.assign(transaction.create(MailSettings), stored, changed));
      await transaction.insert(AuditEvent, event);
      return changed;
    });
  }
}
