import { fingerprint } from '../files/fingerprint';
import { isJsonObject, memberText, withMember, withoutMember } from '../files/json-members';
import {
  isBlank,
  memberOf,
  textOrNull,
  type FileCopies,
  type FileCopy,
  type LocalSession,
  type SessionFormat,
} from './session-format';

/** The credentials in `.credentials.json`; `mcpOAuth` beside them belongs to the machine, not to the account. */
const CREDENTIALS = 'claudeAiOauth';
/** Whose they are, in `.claude.json`. */
export const OWNER = 'oauthAccount';

/** Claude Code: a session is `{"claudeAiOauth": {…}, "oauthAccount": {…}}`, the second part optional. */
export const claude_code_format: SessionFormat = {
  read({ main, identity }: FileCopies): LocalSession {
    for (const [file, name] of [
      [main, '.credentials.json'],
      [identity, '.claude.json'],
    ] as const) {
      if (!isBlank(file) && !isJsonObject(file?.text ?? ''))
        return { kind: 'unreadable', why: `${name} is not a whole JSON object` };
    }
    const credentials = partOf(main, CREDENTIALS);
    const parsed: unknown = JSON.parse(credentials ?? 'null');
    if (credentials === null || !hasTokens(parsed)) return { kind: 'none' };
    const owner = partOf(identity, OWNER);
    const expires_at = memberOf(parsed, 'expiresAt');
    return {
      kind: 'session',
      document: `{"${CREDENTIALS}":${credentials}${owner === null ? '' : `,"${OWNER}":${owner}`}}`,
      sha256: fingerprint(credentials),
      identity: identityOf(JSON.parse(owner ?? 'null')),
      renewed_ms: typeof expires_at === 'number' ? expires_at : null,
      is_complete: isComplete(parsed),
    };
  },

  faultOf(document) {
    const credentials: unknown = JSON.parse(memberText(document, CREDENTIALS) ?? 'null');
    if (typeof credentials !== 'object' || credentials === null) return `it has no "${CREDENTIALS}"`;
    if (isComplete(credentials)) return null;
    return `its "${CREDENTIALS}" has no usable accessToken and refreshToken`;
  },

  mainWith(document, main) {
    return withMember(objectOr(main, '{}'), CREDENTIALS, memberText(document, CREDENTIALS) ?? 'null');
  },

  mainWithout(main) {
    const rest = withoutMember(objectOr(main, '{}'), CREDENTIALS);
    return Object.keys(JSON.parse(rest) as object).length === 0 ? null : rest;
  },

  identityMember(document) {
    const owner = memberText(document, OWNER);
    return owner === 'null' ? null : owner;
  },
};

function partOf(file: FileCopy | null, name: string): string | null {
  const text = isBlank(file) ? null : memberText(objectOr(file, '{}'), name);
  return text === 'null' ? null : text;
}

function objectOr(file: FileCopy | null, otherwise: string): string {
  const text = file?.text ?? '';
  return isJsonObject(text) ? text : otherwise;
}

function identityOf(owner: unknown): string | null {
  const ids = ['accountUuid', 'organizationUuid'].map((name) => textOrNull(memberOf(owner, name)));
  return ids[0] === null ? null : ids.filter((id) => id !== null).join('/');
}

function hasTokens(credentials: unknown): boolean {
  return ['accessToken', 'refreshToken'].some((name) => textOrNull(memberOf(credentials, name)) !== null);
}

/** A long-lived token has no refresh token at all; an empty one is what a log-out leaves. */
function isComplete(credentials: unknown): boolean {
  const refresh_token = memberOf(credentials, 'refreshToken') ?? undefined;
  const renews = refresh_token === undefined || textOrNull(refresh_token) !== null;
  return renews && textOrNull(memberOf(credentials, 'accessToken')) !== null;
}
