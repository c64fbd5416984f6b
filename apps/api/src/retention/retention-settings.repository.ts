import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { RetentionMonthsDto } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import type { ExpectedVersions } from '../platform/http/headers/if-match';
import { RetentionSettings } from './retention-settings.entity';

/** The settings are one row, whose id is `true`. */
const THE_ROW = { id: true };

@Injectable()
export class RetentionSettingsRepository {
  constructor(
    @InjectRepository(RetentionSettings) private readonly settings: Repository<RetentionSettings>,
  ) {}

  getSettings(): Promise<RetentionSettings> {
    return this.settings.findOneByOrFail(THE_ROW);
  }

  /**
   * @param eventOf of the former months
   * @returns null if the settings have none of the expected versions
   */
  replace(
    months: RetentionMonthsDto,
    versions: ExpectedVersions,
    eventOf: (former: Partial<RetentionMonthsDto>) => AuditEvent,
  ): Promise<RetentionSettings | null> {
    return this.settings.manager.transaction(async (transaction) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const stored = await transaction.findOneOrFail(RetentionSettings, { where: THE_ROW, lock });
      if (versions !== null && !versions.includes(stored.version)) return null;
      const event = eventOf(stored.months);
      const changed = { months, version: stored.version + 1 };
      await transaction.update(RetentionSettings, THE_ROW, changed);
      await transaction.insert(AuditEvent, event);
      return Object.assign(stored, changed);
    });
  }
}
