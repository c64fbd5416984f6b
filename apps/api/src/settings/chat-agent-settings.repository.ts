import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { AgentPauseDto } from '@groupless/shared-dto';
import { Repository, type EntityManager } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import type { ExpectedVersions } from '../platform/http/headers/if-match';
import { changedFields } from './changed-fields';
import { ChatAgentSettings } from './chat-agent-settings.entity';
import {
  toChatAgentSettingsDto,
  toCurrentSettings,
  type CurrentSettings,
} from './chat-agent-settings.mapper';

/** What the settings show of the rows that can be booked. */
export type BookableSettings = Pick<
  CurrentSettings,
  'resources' | 'services' | 'schedules' | 'closures' | 'former_resources' | 'rows'
>;

export interface SettingsStep {
  /**
   * Writes the rows that can be booked.
   * @returns the other fields that change; null: nothing does
   */
  write: (
    transaction: EntityManager,
    before: CurrentSettings,
  ) => Promise<Partial<Omit<CurrentSettings, keyof BookableSettings>> | null>;
  updated_at: Date;
  /** Runs in the transaction after the settings are stored, so it sees the new names. */
  follow?: (
    transaction: EntityManager,
    change: { before: CurrentSettings; after: CurrentSettings },
  ) => Promise<void>;
  /** Whether all of it is taken back at the end. */
  dry_run?: boolean;
  /** Makes the audit entry of the changed fields. */
  eventOf: (changed: readonly string[], before: CurrentSettings) => AuditEvent;
}

export interface Replaced {
  settings: ChatAgentSettings;
  has_changed: boolean;
  before: CurrentSettings;
}

/** Ends the transaction of a dry run. */
class TakenBack extends Error {
  constructor(readonly replaced: Replaced | null) {
    super('A dry run is taken back.');
  }
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

  /**
   * Changes the settings and the rows that can be booked, which has one writer at a time.
   * @param versions the expected ones; null: any
   * @returns null if no expected version matches
   */
  change(step: SettingsStep, versions: null): Promise<Replaced>;
  change(step: SettingsStep, versions: ExpectedVersions): Promise<Replaced | null>;
  async change(step: SettingsStep, versions: ExpectedVersions): Promise<Replaced | null> {
    const changed = this.settings.manager.transaction(async (transaction) => {
      const lock = { mode: 'pessimistic_write' } as const;
      await transaction.findOneOrFail(ChatAgentSettings, { select: { id: true }, where: THE_ROW, lock });
      // Another statement, because the one that waited for the lock reads rows as they were before.
      const stored = await transaction.findOneByOrFail(ChatAgentSettings, THE_ROW);
      const isExpected = versions === null || versions.includes(stored.version);
      const replaced = isExpected ? await apply(transaction, stored, step) : null;
      if (step.dry_run === true) throw new TakenBack(replaced);
      return replaced;
    });
    return changed.catch((error: unknown) => {
      if (error instanceof TakenBack) return error.replaced;
      throw error;
    });
  }
}

/** Stores the changed fields, and their names in the audit. */
async function apply(
  transaction: EntityManager,
  stored: ChatAgentSettings,
  { write, updated_at, follow, eventOf }: SettingsStep,
): Promise<Replaced> {
  const before = toCurrentSettings(stored);
  const fields = await write(transaction, before);
  if (fields === null) return { settings: stored, has_changed: false, before };
  await transaction.update(ChatAgentSettings, THE_ROW, {
    ...fields,
    version: stored.version + 1,
    updated_at,
  });
  const settings = await transaction.findOneByOrFail(ChatAgentSettings, THE_ROW);
  const after = toCurrentSettings(settings);
  await follow?.(transaction, { before, after });
  const changed = changedFields(toChatAgentSettingsDto(stored), toChatAgentSettingsDto(settings));
  await transaction.insert(AuditEvent, eventOf(changed, before));
  return { settings, has_changed: true, before };
}
