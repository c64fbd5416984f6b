import { Inject, Injectable } from '@nestjs/common';
import { RETENTION_KINDS, type RetentionDto, type RetentionMonthsDto } from '@groupless/shared-dto';
import { AuditService } from '../audit/audit.service';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import type { KnownActor } from '../platform/access/caller';
import { Versioned } from '../platform/http/answer';
import type { ExpectedVersions } from '../platform/http/headers/if-match';
import type { RetentionSettings } from './retention-settings.entity';
import { RetentionSettingsRepository } from './retention-settings.repository';

const KEPT: RetentionMonthsDto = {
  conversations: null,
  clients: null,
  cancelled_appointments: null,
  mails: null,
  logs: null,
};

@Injectable()
export class RetentionSettingsService {
  constructor(
    private readonly stored: RetentionSettingsRepository,
    private readonly audit: AuditService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async get(): Promise<Versioned<RetentionDto>> {
    return this.versioned(await this.stored.getSettings());
  }

  async getMonths(): Promise<RetentionMonthsDto> {
    return monthsOf(await this.stored.getSettings());
  }

  /** @throws AppError `version_mismatch` */
  async replace(
    months: RetentionMonthsDto,
    versions: ExpectedVersions,
    actor: KnownActor,
  ): Promise<Versioned<RetentionDto>> {
    const eventOf = (former: Partial<RetentionMonthsDto>) => {
      const changed = RETENTION_KINDS.filter((kind) => (former[kind] ?? null) !== months[kind]);
      const details = Object.fromEntries(changed.map((kind) => [kind, months[kind]]));
      return this.audit.eventOf(actor, { action: 'settings.updated', object: 'settings:retention', details });
    };
    return this.versioned(await this.stored.replace({ ...KEPT, ...months }, versions, eventOf));
  }

  private versioned(row: RetentionSettings): Versioned<RetentionDto> {
    const { chat_retention_days, mail_retention_days, audit_retention_days } = this.settings;
    const environment_days = {
      conversations: chat_retention_days || null,
      mails: mail_retention_days || null,
      logs: audit_retention_days || null,
    };
    return new Versioned({ months: monthsOf(row), environment_days }, row.version);
  }
}

function monthsOf({ months }: RetentionSettings): RetentionMonthsDto {
  return { ...KEPT, ...months };
}
