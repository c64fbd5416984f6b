import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { RetentionMonthsDto } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import { replaceSettings, THE_ROW } from '../database/statements/settings-row';
import type { ExpectedVersions } from '../platform/http/headers/if-match';
import { RetentionSettings } from './retention-settings.entity';

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
   * @throws AppError `version_mismatch`
   */
  replace(
    months: RetentionMonthsDto,
    versions: ExpectedVersions,
    eventOf: (former: Partial<RetentionMonthsDto>) => AuditEvent,
  ): Promise<RetentionSettings> {
    return replaceSettings(this.settings, versions, async (stored, transaction) => {
      await transaction.insert(AuditEvent, eventOf(stored.months));
      return { months };
    });
  }
}
