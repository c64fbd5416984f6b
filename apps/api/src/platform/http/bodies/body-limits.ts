const KIB = 1_024;

/** Largest bodies, in bytes. */
export const BODY_LIMITS = { default: 128 * KIB, large: 1_024 * KIB, csv: 65_536 * KIB } as const;

/**
 * The memory that incomplete bodies may take, in bytes, over all connections of the process. Callers without a
 * credential have their own share, so they cannot block the others.
 */
export const UNFINISHED_LIMITS = { known_callers: 65_536 * KIB, unknown_callers: 8_192 * KIB } as const;

/** Routes that take large bodies, because they store long texts. */
const LARGE = [
  '/webhook/',
  '/api/memory',
  '/api/conversations',
  '/api/agent/tools/',
  '/conversations/',
  '/api/assistant-accounts/:id/session',
];

/** The limit of a route, by its registered pattern (not by the text of a request's URL). */
export function bodyLimitOf(routePattern: string): number {
  return LARGE.some((prefix) => routePattern.startsWith(prefix)) ? BODY_LIMITS.large : BODY_LIMITS.default;
}

/** A limit as text. */
export function inWords(bytes: number): string {
  return bytes % (KIB * KIB) === 0 ? `${bytes / KIB / KIB} MiB` : `${bytes / KIB} KiB`;
}
