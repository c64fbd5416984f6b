import { Injectable } from '@nestjs/common';
import type { ChatAgentSettingsDto, ReplaceChatAgentSettingsDto } from '@groupless/shared-dto';
import { AuditService } from '../audit/audit.service';
import { EventsService } from '../events/events.service';
import type { Actor } from '../shared/access/caller';
import { Clock } from '../shared/clock';
import { AppError, invalidRequest } from '../shared/errors/app-error';
import { FreshValue } from '../shared/fresh-value';
import type { VersionedRow } from '../shared/http/answer';
import type { ExpectedVersions } from '../shared/http/headers/if-match';
import type { JsonText } from '../shared/http/json-text';
import type { ChatAgentSettings } from './chat-agent-settings.entity';
import { toChatAgentSettingsDto } from './chat-agent-settings.mapper';
import { ChatAgentSettingsRepository } from './chat-agent-settings.repository';
import { faultsOfSettings } from './settings-faults';

/** What one replica changed counts on the others within this time. */
const MAX_AGE_MS = 1_000;

@Injectable()
export class ChatAgentSettingsService {
  private readonly fresh = new FreshValue(
    async () => toChatAgentSettingsDto(await this.settings.getSettings()),
    MAX_AGE_MS,
  );

  constructor(
    private readonly settings: ChatAgentSettingsRepository,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** The settings, at most a second old. */
  current(): Promise<ChatAgentSettingsDto> {
    return this.fresh.get();
  }

  /** The settings as they are stored. */
  async get(): Promise<VersionedRow> {
    return versionedRow(await this.settings.getSettings());
  }

  /**
   * Replaces them all; of the fields that came later, those that are left out stay.
   * @throws AppError `invalid_request`, `version_mismatch`
   */
  async replace(
    settings: ReplaceChatAgentSettingsDto,
    versions: ExpectedVersions,
    actor: Actor,
  ): Promise<VersionedRow> {
    const faults = faultsOfSettings(settings);
    if (faults.length > 0) throw invalidRequest(faults);
    const eventOf = (changed: readonly string[]) =>
      this.audit.eventOf(actor, {
        action: 'settings.updated',
        object: 'settings:chat-agent',
        details: { fields: changed.join(', ') },
      });
    const updated_at = this.clock.now();
    const replaced = await this.settings.replace({ settings, versions, updated_at, eventOf });
    if (replaced === null)
      throw new AppError('version_mismatch', 'The settings were changed meanwhile. Read them again.');
    this.fresh.expire();
    if (replaced.has_changed) this.events.announce('settings.updated', null);
    return versionedRow(replaced.settings);
  }
}

function versionedRow(settings: ChatAgentSettings): VersionedRow {
  const row = JSON.stringify(toChatAgentSettingsDto(settings)) as JsonText;
  return { row, version: settings.version };
}
