/** A screen as a link names it. */
export interface Place {
  path: string;
  query?: Record<string, string>;
  /** The part of the screen. */
  fragment?: string;
}

/** The lists behind the numbers of the dashboard. */
export const PLACES = {
  pending_appointments: {
    path: '/appointments',
    query: { view: 'list', period: 'all', status: 'pending' },
  },
  // They are counted whatever became of them.
  new_clients: { path: '/clients', query: { sort: '-created_at', status: 'all' } },
  waiting_conversations: { path: '/conversations', query: { tab: 'needs_human' } },
  conversations: { path: '/conversations' },
  pending_tasks: { path: '/memory/tasks', query: { status: 'pending' } },
  accounts: { path: '/settings/accounts' },
  chat_agent: { path: '/settings/chat-agent', fragment: 'connect-agent' },
} as const satisfies Record<string, Place>;

/** The appointments of one day, `2026-11-20`. */
export function appointmentsOf(date: string): Place {
  return { path: '/appointments', query: { view: 'day', date, status: 'pending,confirmed' } };
}
