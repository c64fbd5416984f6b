import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ReplaceConversationSettingsDto } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import { replaceSettings, THE_ROW } from '../../database/statements/settings-row';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import { ConversationSettings } from './conversation-settings.entity';

@Injectable()
export class ConversationSettingsRepository {
  constructor(
    @InjectRepository(ConversationSettings) private readonly settings: Repository<ConversationSettings>,
  ) {}

  getSettings(): Promise<ConversationSettings> {
    return this.settings.findOneByOrFail(THE_ROW);
  }

  /** @throws AppError `version_mismatch` */
  replace(
    versions: ExpectedVersions,
    { outside_hours, ...given }: ReplaceConversationSettingsDto,
    event: AuditEvent,
  ): Promise<ConversationSettings> {
    return replaceSettings(this.settings, versions, async (_stored, transaction) => {
      await transaction.insert(AuditEvent, event);
      return { ...given, outside_hours: outside_hours && { ...outside_hours }, updated_at: event.at };
    });
  }
}
