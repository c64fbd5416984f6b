import type { ChatAgentSettingsDto, DashboardDto } from '@groupless/shared-dto';
import { STEPS, stepsOf } from './steps';

const NEW = {
  name: '',
  time_zone: 'UTC',
  phone_region: 'US',
  working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '18:00' })),
  services: [],
} as unknown as ChatAgentSettingsDto;
const QUIET = {
  conversations: { agent_last_seen_at: null },
  active_account: null,
} as unknown as DashboardDto;
const BUSY = {
  conversations: { agent_last_seen_at: '2026-11-20T09:30:00.000Z' },
  active_account: { has_session: true },
} as unknown as DashboardDto;

describe('the first steps', () => {
  it('are all open on a new installation', () => {
    expect(stepsOf({ settings: NEW, users: 1, dashboard: QUIET })).toEqual([...STEPS]);
  });

  it('are gone where everything is set up', () => {
    const settings = {
      ...NEW,
      name: 'Salon Ada',
      time_zone: 'Europe/Vienna',
      phone_region: 'AT',
      working_hours: [{ day: 2, opens: '10:00', closes: '19:00' }],
      services: [{ name: 'Haircut', duration_minutes: 45 }],
    };

    expect(stepsOf({ settings, users: 3, dashboard: BUSY })).toEqual([]);
  });
});
