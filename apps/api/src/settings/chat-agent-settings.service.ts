import { Injectable } from '@nestjs/common';
import {
  findName,
  type AffectedAppointmentDto,
  type ChatAgentSettingsDto,
  type ClosureDto,
  type FieldErrorDto,
  type KeptTime,
  type ReplaceChatAgentSettingsDto,
  type ReplacedChatAgentSettingsDto,
} from '@groupless/shared-dto';
import { AuditService } from '../audit/audit.service';
import { BUSINESS_ZONE } from '../audit/public';
import { EventsService } from '../events/events.service';
import type { KnownActor } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import { publicClosures } from '../shared/opening-hours/public-closures';
import { AppError, invalidRequest } from '../platform/errors/app-error';
import { Bus } from '../shared/bus/bus';
import { On } from '../shared/bus/topic';
import { CachedValue } from '../shared/cached-value';
import { Versioned } from '../platform/http/answer';
import type { ExpectedVersions } from '../platform/http/headers/if-match';
import { demandKnownLanguage } from '../platform/validation/languages';
import type { ChatAgentSettings } from './chat-agent-settings.entity';
import {
  toChatAgentSettingsDto,
  toCurrentSettings,
  type CurrentSettings,
} from './chat-agent-settings.mapper';
import { changedFields } from './changed-fields';
import {
  ChatAgentSettingsRepository,
  type Replaced,
  type SettingsStep,
} from './chat-agent-settings.repository';
import { presentPause } from './pause/present-pause';
import {
  AFFECTED,
  RESOURCE_DROPPED,
  RESOURCE_RENAMED,
  ZONE_CHANGED,
  type ChangeTerms,
  type ResourceFate,
} from './public';
import { BookableRows, type BookableDocument } from './resources/bookable-rows.repository';
import { changedResources } from './resources/changed-resources';
import { cleanedSettings, type CleanedSettings } from './cleaned-settings';
import { faultsOfSettings } from './settings-faults';

/** The fields that decide when something can be booked. */
const WHEN_OPEN: readonly string[] = ['working_hours', 'closures', 'resources', 'schedules', 'time_zone'];

/** The time to live: a change by any replica takes effect on all within it. */
const MAX_AGE_MS = 1_000;

/** So long what somebody made or renamed does not go by a replacement that may not know it. */
const RECENT_MS = 3_600_000;

export interface ReplacementWishes {
  /** What future appointments keep when the time zone changes: the local time or the instant. */
  kept: KeptTime | null;
  /** What happens to future appointments of removed resources. */
  fate: ResourceFate;
  /** Whether what others have just made or renamed may go, although no version is expected. */
  removes_recent: boolean;
  /** Whether to answer what would become of it, and change nothing. */
  dry_run: boolean;
}

export type { CurrentSettings } from './chat-agent-settings.mapper';

@Injectable()
export class ChatAgentSettingsService {
  private readonly fresh = new CachedValue(async () => {
    const stored = await this.settings.getSettings();
    const settings = toCurrentSettings(stored);
    // A new object for each load, because values derived from the settings are cached by it.
    return { settings, paused: { ...settings, enabled: false }, pause: stored.pause };
  }, MAX_AGE_MS);

  constructor(
    private readonly settings: ChatAgentSettingsRepository,
    private readonly rows: BookableRows,
    private readonly bus: Bus,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** The settings, at most a second old. While the agent is paused it is not enabled. */
  async current(): Promise<CurrentSettings> {
    const { settings, paused, pause } = await this.fresh.get();
    return presentPause(pause, this.clock.now()) === null ? settings : paused;
  }

  @On(BUSINESS_ZONE)
  async timeZone(_: object): Promise<string> {
    return (await this.current()).time_zone;
  }

  /** Forces a reload, because another process may have changed the settings. */
  expire(): void {
    this.fresh.expire();
  }

  /** The stored settings; who does not write them knows the reasons of closures that are public alone. */
  async get({ withReasons }: { withReasons: boolean }): Promise<Versioned<ChatAgentSettingsDto>> {
    const { row, version } = toVersionedSettings(await this.settings.getSettings());
    const closures = withReasons ? row.closures : publicClosures(row.closures);
    return new Versioned({ ...row, closures }, version);
  }

  /**
   * The settings that the agent follows, with the reasons of closures that it may tell.
   * @returns without a version while the agent is paused, because a pause is no change of the settings
   */
  async getForAgent(): Promise<Versioned<ChatAgentSettingsDto> | ChatAgentSettingsDto> {
    const stored = await this.settings.getSettings();
    const settings = toChatAgentSettingsDto(stored);
    const shown = { ...settings, closures: publicClosures(settings.closures) };
    if (presentPause(stored.pause, this.clock.now()) === null) return new Versioned(shown, stored.version);
    return { ...shown, enabled: false };
  }

  /**
   * Replaces them all; of the fields that came later, those that are left out stay.
   * @throws AppError `invalid_request`, `version_mismatch`, `appointments_affected`, `resource_in_use`, `slot_taken`,
   *   `resource_renamed`, `service_renamed`
   */
  async replace(
    given: ReplaceChatAgentSettingsDto,
    versions: ExpectedVersions,
    actor: KnownActor,
    { kept, fate, removes_recent, dry_run }: ReplacementWishes,
  ): Promise<Versioned<ReplacedChatAgentSettingsDto> | ReplacedChatAgentSettingsDto> {
    const stored = toCurrentSettings(await this.settings.getSettings());
    const settings = cleanedSettings(given, stored.resources);
    demandKnownLanguage('language', settings.language, stored.language);
    const faults = [
      ...faultsOfSettings(settings, stored),
      ...faultsOfFate(fate, settings.resources),
      ...(dry_run && kept === 'clock' ? [NOT_TRIED] : []),
    ];
    if (faults.length > 0) throw invalidRequest(faults);
    const updated_at = this.clock.now();
    const by = `${actor.caller.kind}:${actor.caller.id}`;
    const step: SettingsStep = {
      dry_run,
      updated_at,
      write: async (transaction, before) => {
        const { resources, services, schedules, closures, ...fields } = {
          ...before,
          ...settings,
          ...(settings.closures && { closures: withPublicity(settings.closures, before.closures) }),
          ...chosenIn(settings, before),
          former_resources: before.former_resources,
          rows: before.rows,
        };
        const document = { resources, services, schedules, closures };
        if (changedFields(before, { ...document, ...fields }).length === 0) return null;
        if (changedFields<BookableDocument>(document, before).length > 0) {
          await this.rows.demandNamesOfNow(transaction, document);
          if (versions === null && !removes_recent) {
            const since = new Date(updated_at.getTime() - RECENT_MS);
            const recent = await this.rows.listRecent(transaction, document, { since, by });
            if (recent.length > 0) throw madeRecently(recent);
          }
          await this.rows.store(transaction, document, { at: updated_at, by });
        }
        const { former_resources: _formerOfRows, rows: _rows, ...stored } = fields;
        return stored;
      },
      follow: async (transaction, { before, after }) => {
        const terms = { transaction, at: updated_at, actor };
        const spelled = spelledFate(fate, after.resources);
        await this.replaceResources(before.resources, after.resources, spelled, terms);
        const zones = { from_zone: before.time_zone, to_zone: after.time_zone };
        if (zones.from_zone !== zones.to_zone)
          await this.bus.tell(ZONE_CHANGED, { ...zones, kept, ...terms });
      },
      eventOf: (changed) =>
        this.audit.eventOf(actor, {
          action: 'settings.updated',
          object: 'settings:chat-agent',
          details: { fields: changed.join(', ') },
        }),
    };
    const replaced = await this.settings.change(step, versions);
    if (replaced === null)
      throw new AppError('version_mismatch', 'The settings were changed meanwhile. Read them again.');
    if (dry_run) {
      const tried = toChatAgentSettingsDto(replaced.settings);
      return { ...tried, affected: await this.listAffected(replaced, updated_at, null) };
    }
    this.fresh.expire();
    if (replaced.has_changed)
      this.announce(changedFields(replaced.before, toChatAgentSettingsDto(replaced.settings)));
    // All future appointments have moved.
    const isShifted = kept === 'clock' && replaced.before.time_zone !== replaced.settings.time_zone;
    const hasMoved = replaced.has_changed && fate.kind === 'move';
    const { dropped } = changedResources(replaced.before.resources, replaced.settings.resources);
    if (isShifted || dropped.length > 0) this.events.announce('block.updated', null);
    if (isShifted || hasMoved) this.events.announce('appointment.updated', null);
    const affected = await this.listAffected(replaced, updated_at, isShifted ? 'clock' : null);
    const isChosen =
      replaced.before.phone_region !== replaced.settings.phone_region &&
      replaced.before.phone_region === null;
    return new Versioned(
      {
        ...toChatAgentSettingsDto(replaced.settings),
        affected,
        ...(isChosen && { phones_as_given: await this.settings.countPhonesAsGiven() }),
      },
      replaced.settings.version,
    );
  }

  /** Names that are only spelled otherwise, and names that are gone. */
  private async replaceResources(
    before: readonly string[],
    after: readonly string[],
    fate: ResourceFate,
    terms: ChangeTerms,
  ): Promise<void> {
    const { respelled, dropped } = changedResources(before, after);
    for (const renamed of respelled) await this.bus.tell(RESOURCE_RENAMED, { ...renamed, ...terms });
    for (const resource of dropped) await this.bus.tell(RESOURCE_DROPPED, { resource, fate, ...terms });
  }

  /** @param changed the fields of the settings */
  private announce(changed: readonly string[]): void {
    this.events.announce('settings.updated', null);
    if (changed.includes('resources') || changed.includes('schedules'))
      this.events.announce('resource.updated', null);
    if (changed.includes('services')) this.events.announce('service.updated', null);
  }

  private async listAffected(
    { settings, before, has_changed }: Replaced,
    at: Date,
    kept: KeptTime | null,
  ): Promise<AffectedAppointmentDto[]> {
    const after = toChatAgentSettingsDto(settings);
    const isTouched = has_changed && changedFields(before, after).some((name) => WHEN_OPEN.includes(name));
    return isTouched ? (await this.bus.tell(AFFECTED, { before, after, at, kept })).flat() : [];
  }
}

/**
 * What a new installation asks for, after a replacement. Only another zone is a choice of it.
 * @throws AppError `invalid_request` for a country that is taken back
 */
function chosenIn(
  { phone_region, time_zone, resources, unnamed_resource }: CleanedSettings,
  before: CurrentSettings,
): Pick<CurrentSettings, 'time_zone_chosen' | 'unnamed_resource'> {
  if (phone_region === null && before.phone_region !== null) {
    const message = 'phone_region has been chosen: numbers are stored by it. It must be a country.';
    throw invalidRequest([{ field: 'phone_region', code: 'not_allowed', message }]);
  }
  const unnamed = unnamed_resource === null ? null : before.unnamed_resource;
  return {
    time_zone_chosen: before.time_zone_chosen || time_zone !== before.time_zone,
    unnamed_resource: unnamed !== null && resources.includes(unnamed) ? unnamed : null,
  };
}

/** A closure that does not say whether its reason is public is as the same one was. */
function withPublicity(closures: readonly ClosureDto[], before: readonly ClosureDto[]): ClosureDto[] {
  const keyOf = ({ from, to, resource }: ClosureDto) => JSON.stringify([from, to, resource ?? null]);
  const was = new Map(before.map((one) => [keyOf(one), one.public]));
  return closures.map((one) => ({ ...one, public: one.public ?? was.get(keyOf(one)) ?? false }));
}

/** All coming appointments would move first. */
const NOT_TRIED: FieldErrorDto = {
  ...{ field: 'dry_run', code: 'not_allowed' },
  message: 'dry_run does not say what keep=clock would move. Leave one of them out.',
};

/** Appointments move to a resource that is there afterwards. */
function faultsOfFate(fate: ResourceFate, resources: readonly string[]): FieldErrorDto[] {
  if (fate.kind !== 'move' || findName(resources, fate.to) !== undefined) return [];
  const message = `move_to must be one of resources: ${resources.join(', ')}.`;
  return [{ field: 'move_to', code: 'not_allowed', message }];
}

function madeRecently(names: string[]): AppError {
  const detail =
    `${names.join(', ')} would go, which somebody else has made or renamed within the last hour. Nothing was changed. Read ` +
    'the settings again and send them with If-Match, or send ?remove_recent=true.';
  return new AppError('resource_in_use', detail, { members: { recent: names } });
}

/** With the spelling of the resource in the settings. */
function spelledFate(fate: ResourceFate, resources: readonly string[]): ResourceFate {
  return fate.kind === 'move' ? { ...fate, to: findName(resources, fate.to) ?? fate.to } : fate;
}

export function toVersionedSettings(settings: ChatAgentSettings): Versioned<ChatAgentSettingsDto> {
  return new Versioned(toChatAgentSettingsDto(settings), settings.version);
}
