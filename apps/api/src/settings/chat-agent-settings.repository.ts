import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { AgentPauseDto } from '@groupless/shared-dto';
import { Repository, type EntityManager } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import type { ExpectedVersions } from '../platform/http/headers/if-match';
import { changedFields } from './changed-fields';
import { ChatAgentSettings } from './chat-agent-settings.entity';
import { toCurrentSettings, type CurrentSettings } from './chat-agent-settings.mapper';

export interface SettingsStep {
  /** Computes the new fields from the present ones. */
  settingsOf: (before: CurrentSettings) => Partial<CurrentSettings>;
  updated_at: Date;
  /** Runs in the transaction after the settings are stored, so it sees the new names. */
  follow: (
    transaction: EntityManager,
    change: { before: CurrentSettings; after: CurrentSettings },
  ) => Promise<void>;
  /** Makes the audit entry of the changed fields. */
  eventOf: (changed: readonly string[], before: CurrentSettings) => AuditEvent;
}

export interface Replaced {
  settings: ChatAgentSettings;
  has_changed: boolean;
  before: CurrentSettings;
}

/** The settings are a single row, whose id is `true`. */
const THE_ROW = { id: true };

@Injectable()
export class ChatAgentSettingsRepository {
  constructor(
    @InjectRepository(ChatAgentSettings) private readonly settings: Repository<ChatAgentSettings>,
  ) {}

  getSettings(): Promise<ChatAgentSettings> {
    return this.settings.findOneByOrFail(THE_ROW);
  }

  /** How many clients have numbers without a country. */
  async countPhonesAsGiven(): Promise<number> {
    const query = this.settings.manager.createQueryBuilder().select('count(*)::int', 'count');
    const found = query.from('clients', 'client').where('client.phone_as_given is not null');
    return (await found.getRawOne<{ count: number }>())?.count ?? 0;
  }

  /** The version stays, because open forms edit only the settings. */
  storePause(pause: AgentPauseDto | null, event: AuditEvent): Promise<void> {
    return this.settings.manager.transaction(async (transaction) => {
      await transaction.update(ChatAgentSettings, THE_ROW, { pause });
      await transaction.insert(AuditEvent, event);
    });
  }

  /** Null if no expected version matches. */
  replace(versions: NonNullable<ExpectedVersions>, step: SettingsStep): Promise<Replaced | null> {
    return this.settings.manager.transaction(async (transaction) => {
      const stored = await lockSettings(transaction);
      return versions.includes(stored.version) ? apply(transaction, stored, step) : null;
    });
  }

  /** With any version. */
  change(step: SettingsStep): Promise<Replaced> {
    return this.settings.manager.transaction(async (transaction) =>
      apply(transaction, await lockSettings(transaction), step),
    );
  }
}

function lockSettings(transaction: EntityManager): Promise<ChatAgentSettings> {
  const lock = { mode: 'pessimistic_write' } as const;
  return transaction.findOneOrFail(ChatAgentSettings, { where: THE_ROW, lock });
}

/** Stores the changed fields, and their names in the audit. */
async function apply(
  transaction: EntityManager,
  stored: ChatAgentSettings,
  { settingsOf, updated_at, follow, eventOf }: SettingsStep,
): Promise<Replaced> {
  const before = toCurrentSettings(stored);
  const settings = settingsOf(before);
  const after = { ...before, ...settings };
  const changed = changedFields(before, after);
  if (changed.length === 0) return { settings: stored, has_changed: false, before };
  const raised = { version: stored.version + 1, updated_at };
  await transaction.update(ChatAgentSettings, THE_ROW, { ...settings, ...raised });
  await follow(transaction, { before, after });
  await transaction.insert(AuditEvent, eventOf(changed, before));
  const read = await transaction.findOneByOrFail(ChatAgentSettings, THE_ROW);
  return { settings: read, has_changed: true, before };
}
