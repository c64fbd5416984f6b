import type { ChatAgentSettingsDto, FirstStep } from '@groupless/shared-dto';
import { nameOfBusiness } from '../../shared/name-of-business';

/** What the first steps are told by. */
export interface Installation {
  settings: Pick<
    ChatAgentSettingsDto,
    'name' | 'business_name' | 'time_zone_chosen' | 'phone_region' | 'services' | 'working_hours'
  >;
  /** How many there are. */
  users: number;
  agent_last_seen_at: string | null;
  /** Of the active assistant account. */
  hasSession: boolean;
}

/** What a new installation begins with. */
const DEFAULT_HOURS = JSON.stringify([1, 2, 3, 4, 5].map((day) => [day, '09:00', '18:00']));

/** A default counts as not done: who wants to keep it skips the step. */
export const isDone: Readonly<Record<FirstStep, (installation: Installation) => boolean>> = {
  name: ({ settings }) => nameOfBusiness(settings) !== '',
  zone: ({ settings }) => settings.time_zone_chosen,
  hours: ({ settings }) => hoursOf(settings) !== DEFAULT_HOURS,
  services: ({ settings }) => settings.services.length > 0,
  country: ({ settings }) => settings.phone_region !== null,
  team: ({ users }) => users > 1,
  agent: ({ agent_last_seen_at }) => agent_last_seen_at !== null,
  assistant: ({ hasSession }) => hasSession,
};

function hoursOf({ working_hours }: Installation['settings']): string {
  return JSON.stringify(working_hours.map(({ day, opens, closes }) => [day, opens, closes]));
}
