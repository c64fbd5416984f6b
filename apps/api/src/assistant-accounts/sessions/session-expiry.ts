import { type SessionDocument } from '@groupless/shared-dto';
import { claimsOf } from '@groupless/shared-dto/session-documents';

/** Before and after these a time is a mistake or stands for "never". */
const EARLIEST_MS = Date.UTC(2000, 0);
const LATEST_MS = Date.UTC(2100, 0);

/** As many seconds are thousands of years away, and as many milliseconds are in 1973. */
const LEAST_MILLISECONDS = 100_000_000_000;

const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d))?$/;

/** Credentials of other servers, which assistants keep in the same document. */
const OF_OTHERS = 'mcpOAuth';

/** How the names under which assistants keep an expiry are to be read, in milliseconds; NaN if there is no time. */
const READERS: Readonly<Record<string, (value: unknown) => number>> = {
  expiresAt: (value) => (typeof value === 'number' ? value : readText(value)),
  expires_at: (value) =>
    typeof value === 'number' ? (value < LEAST_MILLISECONDS ? value * 1_000 : value) : readText(value),
};

/**
 * When the access token of a session expires: `expiresAt` (milliseconds) or `expires_at` (seconds, milliseconds),
 * either also as an ISO time, wherever it stands; the one that is nested the least counts. Otherwise what the access
 * token of Codex says.
 * @returns null where there is none that makes sense
 */
export function sessionExpiry(document: SessionDocument): Date | null {
  let level: object[] = [document];
  while (level.length > 0) {
    const next: object[] = [];
    for (const [name, value] of level.flatMap((one) => Object.entries(one) as [string, unknown][])) {
      const read = Object.hasOwn(READERS, name) ? READERS[name]?.(value) : undefined;
      const time = timeOf(read);
      if (time !== null) return time;
      if (typeof value === 'object' && value !== null && name !== OF_OTHERS) next.push(value);
    }
    level = next;
  }
  const { exp } = (claimsOf(textAt(document, 'tokens', 'access_token')) ?? {}) as { exp?: unknown };
  return timeOf(typeof exp === 'number' ? exp * 1_000 : undefined);
}

/** When the refresh token of a session expires: `refreshTokenExpiresAt` of Claude Code, in milliseconds. */
export function sessionRefreshExpiry({ claudeAiOauth }: SessionDocument): Date | null {
  const { refreshTokenExpiresAt } = (claudeAiOauth ?? {}) as { refreshTokenExpiresAt?: unknown };
  return timeOf(typeof refreshTokenExpiresAt === 'number' ? refreshTokenExpiresAt : undefined);
}

/** When Codex renewed a session last. */
export function sessionRenewal({ last_refresh }: SessionDocument): Date | null {
  return timeOf(readText(last_refresh));
}

function timeOf(milliseconds = NaN): Date | null {
  return milliseconds >= EARLIEST_MS && milliseconds < LATEST_MS ? new Date(milliseconds) : null;
}

function textAt(document: SessionDocument, parent: string, name: string): string | null {
  const value = ((document[parent] ?? {}) as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : null;
}

function readText(value: unknown): number {
  return typeof value === 'string' && ISO_TIME.test(value) ? Date.parse(value) : NaN;
}
