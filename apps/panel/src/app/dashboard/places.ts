import type { Place } from '../ui/charts/statistic-card';

/** The lists behind the numbers of the dashboard. */
export const PLACES = {
  waiting_conversations: { path: '/conversations', query: { tab: 'needs_human' } },
  pending_tasks: { path: '/memory/tasks', query: { status: 'pending' } },
  accounts: { path: '/settings/accounts' },
  resources: { path: '/settings/resources' },
  chat_agent: { path: '/settings/chat-agent', fragment: 'connect-agent' },
} as const satisfies Record<string, Place>;

/** All as a list, whenever they are. */
const LIST = { view: 'list', period: 'all' };

/** Those that have waited for more than a day at an instant, which is when they were counted. */
export function pendingSince(countedAt: string): Place {
  const waiting = { status: 'pending', created_before: before(countedAt, 1), ended_after: countedAt };
  return { path: '/appointments', query: { ...LIST, ...waiting } };
}

/** Those that ended in the thirty days before an instant and are still pending or confirmed. */
export function withoutOutcome(countedAt: string): Place {
  const ended = { ended_after: before(countedAt, 30), ended_before: countedAt };
  const query = { ...LIST, status: 'pending,confirmed', ...ended, sort: '-starts_at' };
  return { path: '/appointments', query };
}

/** Those of the last thirty days, whatever became of them. */
export function newClients(countedAt: string): Place {
  const query = { sort: '-created_at', status: 'all', created_after: before(countedAt, 30) };
  return { path: '/clients', query };
}

function before(instant: string, days: number): string {
  return new Date(Date.parse(instant) - days * 86_400_000).toISOString();
}

/** The appointments of one day, `2026-11-20`. */
export function appointmentsOf(date: string): Place {
  return { path: '/appointments', query: { view: 'day', date, status: 'pending,confirmed' } };
}
