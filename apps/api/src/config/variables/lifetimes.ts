import type { Variable } from './variable';

/** @param min 0 if "never" is allowed */
const days = (min: 0 | 1, fallback: number, meaning: string) =>
  ({
    kind: 'integer',
    default: String(fallback),
    min,
    max: 36_500,
    meaning: `${meaning} In days.`,
  }) as const satisfies Variable;

/** Lifetimes of sessions, and retention of old rows. */
export const LIFETIME_VARIABLES = {
  SESSION_IDLE_HOURS: {
    kind: 'integer',
    default: '24',
    min: 1,
    max: 8_760,
    meaning: 'A panel session that nobody uses ends after this time. In hours.',
  },
  SESSION_LIFETIME_DAYS: {
    kind: 'integer',
    default: '30',
    min: 1,
    max: 365,
    meaning: 'Every panel session ends after this time, however much it is used. In days.',
  },
  AUDIT_RETENTION_DAYS: days(
    0,
    730,
    'Entries of the audit are removed after this time, never within 30 days. 0: never.',
  ),
  MEMORY_VERSIONS_DAYS: days(
    0,
    365,
    'What rows of the memory were before a change is removed after this time. 0: never.',
  ),
  CHAT_RETENTION_DAYS: days(0, 0, 'Messages of chats are removed after this time. 0: never.'),
  EXECUTION_RETENTION_DAYS: days(
    1,
    7,
    'Calls of webhooks, of which the last 50 of each are kept, and their counts by the hour are removed after this time.',
  ),
} as const satisfies Record<string, Variable>;
