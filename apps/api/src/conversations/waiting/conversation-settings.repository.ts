import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ConversationSettingsDto } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import { ConversationSettings } from './conversation-settings.entity';

/** The settings are one row, whose id is `true`. */
const THE_ROW = { id: true };

@Injectable()
export class ConversationSettingsRepository {
  constructor(
    @InjectRepository(ConversationSettings) private readonly settings: Repository<ConversationSettings>,
  ) {}

  getSettings(): Promise<ConversationSettings> {
    return this.settings.findOneByOrFail(THE_ROW);
  }

  /** @returns null if the settings have none of the expected versions */
  replace(
    versions: ExpectedVersions,
    { outside_hours, ...given }: ConversationSettingsDto,
    event: AuditEvent,
  ): Promise<ConversationSettings | null> {
    return this.settings.manager.transaction(async (transaction) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const { version } = await transaction.findOneOrFail(ConversationSettings, { where: THE_ROW, lock });
      if (versions !== null && !versions.includes(version)) return null;
      const changed = { ...given, outside_hours: outside_hours && { ...outside_hours } };
      await transaction.update(ConversationSettings, THE_ROW, {
        ...changed,
        version: version + 1,
        updated_at: event.at,
      });
      await transaction.insert(AuditEvent, event);
      return transaction.findOneByOrFail(ConversationSettings, THE_ROW);
    });
  }
}
