import type { SessionDocument } from '@groupless/shared-dto';
import { sessionExpiry } from './session-expiry';

const AT = '2026-12-01T08:00:00.000Z';
const MS = Date.parse(AT);

describe('the expiry of a session', () => {
  it.each<[string, SessionDocument]>([
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
    ['fractions of a millisecond left out', { expires_at: MS / 1_000 + 0.000_4 }],
  ])('is %s', (_, document) => {
    expect(sessionExpiry(document)?.toISOString()).toBe(AT);
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
    ['a time in the far future', { expiresAt: Date.UTC(2500, 0) }],
    ['a duration', { expires_at: 3_600 }],
    ['a text that is no time', { expiresAt: 'soon', expires_at: '2026-13-45' }],
    ['a local time', { expires_at: '2026-12-01T08:00:00' }],
    ['null, true and lists', { expiresAt: null, expires_at: [true] }],
    ['another server’s alone', { mcpOAuth: { expiresAt: MS } }],
  ])('is not taken from %s', (_, document) => {
    expect(sessionExpiry(document)).toBeNull();
  });
});
