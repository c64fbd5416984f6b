import type { ChatAgentSettingsDto, FormerResource } from '@groupless/shared-dto';
import type { KnownRows } from '../shared/known-names';
import type { ChatAgentSettings } from './chat-agent-settings.entity';

/** The settings with internal fields that no document shows. */
export interface CurrentSettings extends ChatAgentSettingsDto {
  former_resources: FormerResource[];
  rows: KnownRows;
}

export function toCurrentSettings(stored: ChatAgentSettings): CurrentSettings {
  const { former_resources, rows } = stored;
  return { ...toChatAgentSettingsDto(stored), former_resources, rows };
}

export function toChatAgentSettingsDto(stored: ChatAgentSettings): ChatAgentSettingsDto {
  return {
    name: stored.name,
    phone: stored.phone,
    business_name: stored.business_name,
    address: stored.address,
    greeting: stored.greeting,
    language: stored.language,
    time_zone: stored.time_zone,
    time_zone_chosen: stored.time_zone_chosen,
    phone_region: stored.phone_region,
    working_hours: stored.working_hours,
    slot_minutes: stored.slot_minutes,
    resources: stored.resources,
    unnamed_resource: stored.unnamed_resource,
    services: stored.services,
    auto_confirm: stored.auto_confirm,
    enabled: stored.enabled,
    agent_hours: stored.agent_hours,
    agents_on_grid: stored.agents_on_grid,
    used_for: stored.used_for,
    closures: stored.closures.map((one) => ({ ...one, public: one.public ?? false })),
    notice_minutes: stored.notice_minutes,
    buffer_minutes: stored.buffer_minutes,
    agent_lookup: stored.agent_lookup,
    cancel_notice_minutes: stored.cancel_notice_minutes,
    cancel_late: stored.cancel_late,
    horizon_days: stored.horizon_days,
    feed_notes: stored.feed_notes,
    schedules: stored.schedules,
  };
}
