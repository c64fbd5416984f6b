import type { Variable } from './variable';

const failures = (fallback: number, meaning: string) =>
  ({
    kind: 'integer',
    default: String(fallback),
    min: 1,
    max: 1_000_000,
    meaning,
  }) as const satisfies Variable;

/** Rate limits: the failures before 429. */
export const FAILURE_LIMIT_VARIABLES = {
  KEY_FAILURES_PER_MINUTE: failures(
    300,
    'Wrong keys and unknown webhook ids that one address may send before it gets 429 for them.',
  ),
  LOGIN_FAILURES_PER_ACCOUNT: failures(
    10,
    'Wrong passwords and codes for one account before only devices that the user has logged in with get in.',
  ),
  LOGIN_FAILURES_PER_ACCOUNT_DAY: failures(50, 'The same within 24 hours.'),
  LOGIN_FAILURES_PER_ADDRESS: failures(
    100,
    'Wrong passwords and codes that one address (IPv6: a /64) may send before it gets 429 at the log-in.',
  ),
  LOGIN_FAILURES_PER_NETWORK: failures(400, 'The same for an IPv6 network of /56.'),
  LOGIN_FAILURES_PER_SITE: failures(1_600, 'The same for an IPv6 network of /48.'),
  LOGIN_FAILURES_MINUTES: {
    kind: 'integer',
    default: '15',
    min: 1,
    max: 1_440,
    meaning: 'The time in which these failures are counted. In minutes.',
  },
} as const satisfies Record<string, Variable>;
