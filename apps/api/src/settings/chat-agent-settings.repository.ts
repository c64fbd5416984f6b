import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ChatAgentSettingsDto } from '@groupless/shared-dto';
import { DataSource } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import { PanelStatements } from '../database/database.module';
import type { VersionedRow } from '../shared/http/answer';
import type { ExpectedVersions } from '../shared/http/if-match';
import { changedFields } from './changed-fields';
import { ChatAgentSettings } from './chat-agent-settings.entity';

const GET = `
  select (select row_to_json(shown)::text
          from (select name, greeting, language, time_zone, phone_region, working_hours, slot_minutes, resources,
                       services, auto_confirm, enabled) as shown) as row,
         version
  from chat_agent_settings`;
const GET_PREPARED = { name: 'get_chat_agent_settings', text: GET };
const GET_FOR_CHANGE = `${GET} for update`;

export interface Replacement {
  settings: ChatAgentSettingsDto;
  versions: ExpectedVersions;
  updated_at: Date;
  /** The audit's row for a change of these fields. */
  eventOf: (changed: readonly string[]) => AuditEvent;
}

export interface Replaced extends VersionedRow {
  has_changed: boolean;
}

@Injectable()
export class ChatAgentSettingsRepository {
  constructor(
    private readonly statements: PanelStatements,
    @InjectDataSource() private readonly panel: DataSource,
  ) {}

  /** The settings as a `ChatAgentSettingsDto`. */
  getSettings(): Promise<VersionedRow> {
    return this.statements.one<VersionedRow>(GET_PREPARED, []);
  }

  /** Replaces them all and records which have changed; null if they have none of the expected versions. */
  replace({ settings, versions, updated_at, eventOf }: Replacement): Promise<Replaced | null> {
    return this.panel.transaction(async (transaction) => {
      const [before] = await transaction.query<[VersionedRow]>(GET_FOR_CHANGE);
      if (versions !== null && !versions.includes(before.version)) return null;
      const changed = changedFields(JSON.parse(before.row) as ChatAgentSettingsDto, settings);
      if (changed.length === 0) return { ...before, has_changed: false };
      const version = before.version + 1;
      await transaction.update(ChatAgentSettings, { id: true }, { ...settings, version, updated_at });
      await transaction.insert(AuditEvent, eventOf(changed));
      const [after] = await transaction.query<[VersionedRow]>(GET);
      return { ...after, has_changed: true };
    });
  }
}
