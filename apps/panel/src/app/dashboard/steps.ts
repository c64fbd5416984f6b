import type { ChatAgentSettingsDto, DashboardDto, FirstStep } from '@groupless/shared-dto';

interface Known {
  settings: ChatAgentSettingsDto;
  /** How many there are. */
  users: number;
  dashboard: DashboardDto;
}

export interface Step {
  id: FirstStep;
  path: string;
  fragment?: string;
  isDone: (known: Known) => boolean;
}

const SETTINGS = '/settings/chat-agent';
/** What a new installation begins with. */
const DEFAULT_HOURS = JSON.stringify([1, 2, 3, 4, 5].map((day) => [day, '09:00', '18:00']));

/** In the order in which they are best done. A default counts as not done: who wants to keep it skips the step. */
export const STEPS: readonly Step[] = [
  { id: 'name', path: SETTINGS, fragment: 'agent-self', isDone: ({ settings }) => settings.name !== '' },
  {
    id: 'zone',
    path: SETTINGS,
    fragment: 'agent-self',
    isDone: ({ settings }) => settings.time_zone !== 'UTC',
  },
  {
    id: 'hours',
    path: SETTINGS,
    fragment: 'agent-hours',
    isDone: ({ settings }) => !hasDefaultHours(settings),
  },
  {
    id: 'services',
    path: SETTINGS,
    fragment: 'agent-booking',
    isDone: ({ settings }) => settings.services.length > 0,
  },
  {
    id: 'country',
    path: SETTINGS,
    fragment: 'agent-self',
    isDone: ({ settings }) => settings.phone_region !== 'US',
  },
  { id: 'team', path: '/users', isDone: ({ users }) => users > 1 },
  {
    id: 'agent',
    path: SETTINGS,
    fragment: 'connect-agent',
    isDone: ({ dashboard }) => dashboard.conversations.agent_last_seen_at !== null,
  },
  {
    id: 'assistant',
    path: '/settings/accounts',
    isDone: ({ dashboard }) => dashboard.active_account?.has_session === true,
  },
];

/** Those that are still to be done. */
export function stepsOf(known: Known): Step[] {
  return STEPS.filter(({ isDone }) => !isDone(known));
}

function hasDefaultHours({ working_hours }: ChatAgentSettingsDto): boolean {
  return (
    JSON.stringify(working_hours.map(({ day, opens, closes }) => [day, opens, closes])) === DEFAULT_HOURS
  );
}
