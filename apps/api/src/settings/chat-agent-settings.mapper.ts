import type { ChatAgentSettingsDto } from '@groupless/shared-dto';
import type { ChatAgentSettings } from './chat-agent-settings.entity';

export function toChatAgentSettingsDto(stored: ChatAgentSettings): ChatAgentSettingsDto {
  return {
    name: stored.name,
    greeting: stored.greeting,
    language: stored.language,
    time_zone: stored.time_zone,
    phone_region: stored.phone_region,
    working_hours: stored.working_hours,
    slot_minutes: stored.slot_minutes,
    resources: stored.resources,
    services: stored.services,
    auto_confirm: stored.auto_confirm,
    enabled: stored.enabled,
    agent_hours: stored.agent_hours,
    closures: stored.closures,
    notice_minutes: stored.notice_minutes,
    buffer_minutes: stored.buffer_minutes,
    agent_lookup: stored.agent_lookup,
    cancel_notice_minutes: stored.cancel_notice_minutes,
    cancel_late: stored.cancel_late,
    horizon_days: stored.horizon_days,
    feed_notes: stored.feed_notes,
  };
}
