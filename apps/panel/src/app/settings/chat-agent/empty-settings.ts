import type { ChatAgentSettingsDto } from '@groupless/shared-dto';

/** For a form, before the stored ones are read. */
export const EMPTY_SETTINGS: ChatAgentSettingsDto = {
  name: '',
  phone: '',
  greeting: '',
  language: '',
  time_zone: '',
  time_zone_chosen: true,
  phone_region: null,
  working_hours: [],
  slot_minutes: 30,
  resources: [],
  unnamed_resource: null,
  services: [],
  auto_confirm: false,
  enabled: true,
  agent_hours: 'working',
  closures: [],
  notice_minutes: 0,
  buffer_minutes: 0,
  agent_lookup: 'phone_and_name',
  cancel_notice_minutes: 0,
  cancel_late: 'keep',
  horizon_days: 365,
  feed_notes: false,
  schedules: [],
};
