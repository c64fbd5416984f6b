import type { ChatAgentSettingsDto, FirstStep, Use } from '@groupless/shared-dto';
import { nameOfBusiness } from '../../shared/name-of-business';

/** What the first steps are told by. */
export interface Installation {
  settings: Pick<
    ChatAgentSettingsDto,
    | ('name' | 'business_name' | 'time_zone_chosen' | 'phone_region' | 'services' | 'working_hours')
    | 'used_for'
  >;
  /** How many there are. */
  users: number;
  agent_last_seen_at: string | null;
  /** Whether a coding assistant has used the memory. */
  isRemembered: boolean;
  /** Of the active assistant account. */
  hasSession: boolean;
}

/** What a new installation begins with. */
const DEFAULT_HOURS = JSON.stringify([1, 2, 3, 4, 5].map((day) => [day, '09:00', '18:00']));

/** A default counts as not done: who wants to keep it skips the step. */
export const isDone: Readonly<Record<FirstStep, (installation: Installation) => boolean>> = {
  use: ({ settings }) => settings.used_for !== null,
  name: ({ settings }) => nameOfBusiness(settings) !== '',
  zone: ({ settings }) => settings.time_zone_chosen,
  hours: ({ settings }) => hoursOf(settings) !== DEFAULT_HOURS,
  services: ({ settings }) => settings.services.length > 0,
  country: ({ settings }) => settings.phone_region !== null,
  team: ({ users }) => users > 1,
  agent: ({ agent_last_seen_at }) => agent_last_seen_at !== null,
  attach: ({ isRemembered }) => isRemembered,
  assistant: ({ hasSession }) => hasSession,
};

/** Nobody who takes bookings alone is asked for accounts of assistants, nor the other way round. */
const ONLY_FOR: Readonly<Partial<Record<FirstStep, Use>>> = {
  ...{ name: 'bookings', zone: 'bookings', hours: 'bookings', services: 'bookings', country: 'bookings' },
  agent: 'bookings',
  attach: 'memory',
  assistant: 'memory',
};

export function isFor(step: FirstStep, { settings: { used_for } }: Installation): boolean {
  const use = ONLY_FOR[step];
  return use === undefined || used_for === null || used_for === 'both' || used_for === use;
}

function hoursOf({ working_hours }: Installation['settings']): string {
  return JSON.stringify(working_hours.map(({ day, opens, closes }) => [day, opens, closes]));
}
