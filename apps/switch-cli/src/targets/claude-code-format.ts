import { memberOf, ownerNameOfSession } from '@groupless/shared-dto/session-documents';
import { fingerprint } from '../files/fingerprint';
import { isJsonObject, memberText, withMember, withoutMember } from '../files/json-members';
import {
  identityOf,
  isBlank,
  isCompleteSession,
  numberOrNull,
  sha256Of,
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
export const claudeCodeFormat: SessionFormat = {
  read({ main, identity }: FileCopies): LocalSession {
    for (const [name, copy] of [
      ['main', main],
      ['identity', identity],
    ] as const) {
      if (!isBlank(copy) && !isJsonObject(copy?.text ?? ''))
        return { kind: 'unreadable', file: name, why: 'it is not a whole JSON object' };
    }
    const credentials = partOf(main, CREDENTIALS);
    const parsed: unknown = JSON.parse(credentials ?? 'null');
    if (credentials === null || !hasTokens(parsed)) return { kind: 'none' };
    const owner = partOf(identity, OWNER);
    const document = `{"${CREDENTIALS}":${credentials}${owner === null ? '' : `,"${OWNER}":${owner}`}}`;
    const whole: unknown = JSON.parse(document);
    const expiresMs = numberOrNull(memberOf(parsed, 'expiresAt'));
    const refreshToken = textOrNull(memberOf(parsed, 'refreshToken'));
    return {
      kind: 'session',
      document,
      sha256: fingerprint(credentials),
      identity: identityOf(whole),
      owner: ownerNameOfSession(whole),
      token_sha256: sha256Of(refreshToken ?? textOrNull(memberOf(parsed, 'accessToken'))),
      plan: planOf(parsed),
      renewed_ms: expiresMs,
      expires_ms: expiresMs,
      // Without a refresh token the session ends with its access token.
      ends_ms: refreshToken === null ? expiresMs : numberOrNull(memberOf(parsed, 'refreshTokenExpiresAt')),
      is_complete: isCompleteSession('claude_code', whole),
    };
  },

  faultOf(document) {
    const credentials: unknown = JSON.parse(memberText(document, CREDENTIALS) ?? 'null');
    if (typeof credentials !== 'object' || credentials === null) return `it has no "${CREDENTIALS}"`;
    if (isCompleteSession('claude_code', JSON.parse(document))) return null;
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

/** The kind of subscription is the same in all sessions of an account. */
function planOf(credentials: unknown): string | null {
  const parts = ['subscriptionType', 'rateLimitTier'].map((name) => textOrNull(memberOf(credentials, name)));
  return parts[0] === null ? null : parts.join('/');
}

function hasTokens(credentials: unknown): boolean {
  return ['accessToken', 'refreshToken'].some((name) => textOrNull(memberOf(credentials, name)) !== null);
}
