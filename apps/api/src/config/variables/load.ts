import type { Variable } from './variable';

/** How much the server takes on at once. */
export const LOAD_VARIABLES = {
  REQUESTS_AT_ONCE: {
    kind: 'integer',
    default: '500',
    min: 1,
    max: 100_000,
    meaning:
      'Most requests of programs that one process works on at once, and as many of the panel; further ones get 503.',
  },
} as const satisfies Record<string, Variable>;
