import type { SessionDocument } from '@groupless/shared-dto';
import { sessionExpiry, sessionRefreshExpiry, sessionRenewal } from './session-expiry';

const AT = '2026-12-01T08:00:00.000Z';
const MS = Date.parse(AT);

/** As the access tokens of Codex are made, but for the signature. */
function tokenUntil(exp: unknown): string {
  return `e.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.s`;
}

describe('the expiry of a session', () => {
  it.each<[string, SessionDocument, string?]>([
    ['expiresAt in milliseconds', { expiresAt: MS }],
    ['expires_at in seconds', { expires_at: MS / 1_000 }],
    ['expires_at in milliseconds', { expires_at: MS }],
    ['expires_at as an ISO time', { expires_at: '2026-12-01T09:00:00+01:00' }],
    ['expiresAt as an ISO time', { expiresAt: AT }],
    ['one within another object', { claudeAiOauth: { accessToken: 'a', expiresAt: MS } }],
    ['one within a list', { accounts: [{ tokens: { expires_at: MS / 1_000 } }] }],
    ['the outer one of two', { inner: { expiresAt: MS + 1 }, expiresAt: MS }],
    ['the first of two', { a: { expiresAt: MS }, b: { expiresAt: MS + 1 } }],
    [
      'that of the account, not of another server',
      { mcpOAuth: { x: { expiresAt: MS + 1 } }, claudeAiOauth: { expiresAt: MS } },
    ],
    ['one that makes sense beside one that does not', { expiresAt: -1, token: { expires_at: AT } }],
    ['a day', { expires_at: '2026-12-01', expiresAt: AT }, '2026-12-01T00:00:00.000Z'],
    ['a time without seconds', { expires_at: '2026-12-01T08:00Z' }],
    ['a time with an offset without colon', { expires_at: '2026-12-01T09:00:00+0100' }],
    ['what the access token of Codex says', { tokens: { access_token: tokenUntil(MS / 1_000) } }],
    [
      'what stands there rather than what the token says',
      { tokens: { access_token: tokenUntil(MS / 1_000 + 1) }, expires_at: AT },
    ],
    ['the first moment of this century', { expiresAt: Date.UTC(2000, 0) }, '2000-01-01T00:00:00.000Z'],
    ['fractions of a millisecond left out', { expires_at: MS / 1_000 + 0.000_4 }],
  ])('is %s', (_, document, expected = AT) => {
    expect(sessionExpiry(document)?.toISOString()).toBe(expected);
  });

  it.each<[string, SessionDocument]>([
    ['nothing', {}],
    ['another name', { expires: MS, expiresat: MS, refreshTokenExpiresAt: MS }],
    ['a name that every object has', { toString: MS, constructor: MS }],
    ['zero', { expiresAt: 0 }],
    ['a negative time', { expires_at: -5 }],
    ['seconds where milliseconds belong', { expiresAt: MS / 1_000 }],
    ['a time beyond all calendars', { expiresAt: 1e300 }],
    ['a number that is none', { expiresAt: Infinity, expires_at: NaN }],
    ['a time in the far future', { expiresAt: Date.UTC(2100, 0) }],
    ['a duration', { expires_at: 3_600 }],
    ['a text that is no time', { expiresAt: 'soon', expires_at: '2026-13-45' }],
    ['a local time', { expires_at: '2026-12-01T08:00:00' }],
    ['null, true and lists', { expiresAt: null, expires_at: [true] }],
    ['another server’s alone', { mcpOAuth: { expiresAt: MS } }],
    ['a time of the last century', { expiresAt: Date.UTC(1999, 11, 31, 23) }],
    ['a text with a time in it', { expires_at: `at ${AT}`, expiresAt: `${AT}, then` }],
    ['a token without claims', { tokens: { access_token: 'e.e.e' } }],
    ['a token that is none', { tokens: { access_token: 1 } }],
    ['a token whose claim is a text', { tokens: { access_token: tokenUntil(String(MS / 1_000)) } }],
    ['a token in another place', { others: { access_token: tokenUntil(MS / 1_000) } }],
  ])('is not taken from %s', (_, document) => {
    expect(sessionExpiry(document)).toBeNull();
  });
});

describe('the expiry of a refresh token', () => {
  it('is what Claude Code keeps with it, in milliseconds', () => {
    expect(sessionRefreshExpiry({ claudeAiOauth: { refreshTokenExpiresAt: MS } })?.toISOString()).toBe(AT);
  });

  it.each<[string, SessionDocument]>([
    ['nothing', {}],
    ['null', { claudeAiOauth: null }],
    ['a text', { claudeAiOauth: { refreshTokenExpiresAt: AT } }],
    ['seconds', { claudeAiOauth: { refreshTokenExpiresAt: MS / 1_000 } }],
    ['another place', { refreshTokenExpiresAt: MS }],
  ])('is not taken from %s', (_, document) => {
    expect(sessionRefreshExpiry(document)).toBeNull();
  });
});

describe('the last renewal of a session', () => {
  it('is what Codex says, as an ISO time', () => {
    expect(sessionRenewal({ last_refresh: AT })?.toISOString()).toBe(AT);
    expect([{}, { last_refresh: MS }, { last_refresh: 'today' }].map(sessionRenewal)).toEqual([
      null,
      null,
      null,
    ]);
  });
});
