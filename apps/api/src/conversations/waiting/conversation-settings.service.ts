import { Injectable } from '@nestjs/common';
import type { ConversationSettingsDto, ReplaceConversationSettingsDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import type { KnownActor } from '../../platform/access/caller';
import { Versioned } from '../../platform/http/answer';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import type { ConversationSettings } from './conversation-settings.entity';
import { ConversationSettingsRepository } from './conversation-settings.repository';

/** What happens to conversations in which nobody answers. */
@Injectable()
export class ConversationSettingsService {
  constructor(
    private readonly settings: ConversationSettingsRepository,
    private readonly audit: AuditService,
  ) {}

  async get(): Promise<Versioned<ConversationSettingsDto>> {
    return toVersioned(await this.settings.getSettings());
  }

  /** @throws AppError `version_mismatch` */
  async replace(
    given: ReplaceConversationSettingsDto,
    versions: ExpectedVersions,
    actor: KnownActor,
  ): Promise<Versioned<ConversationSettingsDto>> {
    const event = this.audit.eventOf(actor, { action: 'settings.updated', object: 'settings:conversations' });
    return toVersioned(await this.settings.replace(versions, given, event));
  }
}

function toVersioned({
  id: _id,
  updated_at: _updated_at,
  version,
  ...settings
}: ConversationSettings): Versioned<ConversationSettingsDto> {
  return new Versioned(settings, version);
}
