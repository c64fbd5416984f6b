import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { AgentPauseDto, ChatAgentSettingsDto, ReplaceChatAgentSettingsDto } from '@groupless/shared-dto';
import { Repository, type EntityManager } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import type { ExpectedVersions } from '../shared/http/headers/if-match';
import { changedFields } from './changed-fields';
import { ChatAgentSettings } from './chat-agent-settings.entity';
import { toChatAgentSettingsDto } from './chat-agent-settings.mapper';

export interface Replacement {
  settings: ReplaceChatAgentSettingsDto;
  versions: ExpectedVersions;
  updated_at: Date;
  /** Within the transaction, before the settings are stored. */
  before: (
    transaction: EntityManager,
    change: { before: ChatAgentSettingsDto; after: ChatAgentSettingsDto },
  ) => Promise<void>;
  /** The audit's row for a change of these fields. */
  eventOf: (changed: readonly string[]) => AuditEvent;
}

export interface Replaced {
  settings: ChatAgentSettings;
  has_changed: boolean;
  before: ChatAgentSettingsDto;
}

/** The settings are one row, whose id is `true`. */
const THE_ROW = { id: true };

@Injectable()
export class ChatAgentSettingsRepository {
  constructor(
    @InjectRepository(ChatAgentSettings) private readonly settings: Repository<ChatAgentSettings>,
  ) {}

  getSettings(): Promise<ChatAgentSettings> {
    return this.settings.findOneByOrFail(THE_ROW);
  }

  /** The version stays, since forms that are open are about the settings. */
  storePause(pause: AgentPauseDto | null, event: AuditEvent): Promise<void> {
    return this.settings.manager.transaction(async (transaction) => {
      await transaction.update(ChatAgentSettings, THE_ROW, { pause });
      await transaction.insert(AuditEvent, event);
    });
  }

  /** Replaces them all and records which have changed; null if they have none of the expected versions. */
  replace({
    settings,
    versions,
    updated_at,
    before: prepare,
    eventOf,
  }: Replacement): Promise<Replaced | null> {
    return this.settings.manager.transaction(async (transaction) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const stored = await transaction.findOneOrFail(ChatAgentSettings, { where: THE_ROW, lock });
      if (versions !== null && !versions.includes(stored.version)) return null;
      const before = toChatAgentSettingsDto(stored);
      const changed = changedFields(before, { ...before, ...settings });
      if (changed.length === 0) return { settings: stored, has_changed: false, before };
      await prepare(transaction, { before, after: { ...before, ...settings } });
      const raised = { version: stored.version + 1, updated_at };
      await transaction.update(ChatAgentSettings, THE_ROW, { ...settings, ...raised });
      await transaction.insert(AuditEvent, eventOf(changed));
      const after = await transaction.findOneByOrFail(ChatAgentSettings, THE_ROW);
      return { settings: after, has_changed: true, before };
    });
  }
}
