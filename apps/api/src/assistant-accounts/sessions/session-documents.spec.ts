import {
  isSameOwner,
  missingInSession,
  ownerNameOfSession,
  ownerOfSession,
  toolOfSession,
} from '@groupless/shared-dto/session-documents';

const TOKENS = { accessToken: 'a', refreshToken: 'r' };
const CODEX_TOKENS = { access_token: 'a', refresh_token: 'r', account_id: 'acc-1' };
const SETUP_TOKEN = { accessToken: 'a', refreshToken: null, expiresAt: null, scopes: ['user:inference'] };

describe('what a session document lacks', () => {
  it.each<['claude_code' | 'codex' | 'other', object, string[]]>([
    ['claude_code', { claudeAiOauth: TOKENS }, []],
    ['claude_code', { claudeAiOauth: SETUP_TOKEN }, []],
    ['claude_code', {}, ['claudeAiOauth']],
    ['claude_code', { claudeAiOauth: null }, ['claudeAiOauth']],
    ['claude_code', { claudeAiOauth: {} }, ['claudeAiOauth.accessToken', 'claudeAiOauth.refreshToken']],
    ['claude_code', { claudeAiOauth: { ...TOKENS, refreshToken: '' } }, ['claudeAiOauth.refreshToken']],
    ['claude_code', { claudeAiOauth: { ...TOKENS, accessToken: ' ' } }, ['claudeAiOauth.accessToken']],
    ['claude_code', { claudeAiOauth: { accessToken: 'a' } }, ['claudeAiOauth.refreshToken']],
    ['claude_code', { claudeAiOauth: { ...TOKENS, refreshToken: null } }, ['claudeAiOauth.refreshToken']],
    ['claude_code', { claudeAiOauth: { ...SETUP_TOKEN, expiresAt: 1 } }, ['claudeAiOauth.refreshToken']],
    ['claude_code', { tokens: CODEX_TOKENS }, ['claudeAiOauth']],
    ['codex', { tokens: CODEX_TOKENS, OPENAI_API_KEY: null }, []],
    ['codex', { OPENAI_API_KEY: 'sk' }, []],
    ['codex', { OPENAI_API_KEY: '', tokens: null }, ['tokens']],
    ['codex', { tokens: { access_token: 'a', refresh_token: '' } }, ['tokens.refresh_token']],
    ['codex', { claudeAiOauth: TOKENS }, ['tokens']],
    ['other', { anything: 1 }, []],
    ['other', {}, ['']],
  ])('for %s: %j lacks %j', (tool, document, missing) => {
    expect(missingInSession(tool, document as Record<string, unknown>)).toEqual(missing);
  });

  it('tells whose tool it is only of a complete one', () => {
    expect(toolOfSession({ claudeAiOauth: TOKENS })).toBe('claude_code');
    expect(toolOfSession({ tokens: CODEX_TOKENS })).toBe('codex');
    expect(toolOfSession({ claudeAiOauth: {} })).toBeNull();
    expect(toolOfSession({ a: 1 })).toBeNull();
  });
});

describe('the owner of a session', () => {
  const claude = (oauthAccount: object) => ownerOfSession({ oauthAccount });

  it('is a person in an organisation for Claude Code, an account for Codex, unknown for others', () => {
    expect(claude({ accountUuid: 'p', organizationUuid: 'o' })).toEqual({ id: 'p', part: 'o' });
    expect(ownerOfSession({ tokens: CODEX_TOKENS })).toEqual({ id: 'acc-1', part: null });
    const idToken = `x.${Buffer.from('{"sub":"user-1"}').toString('base64url')}.y`;
    expect(ownerOfSession({ tokens: { ...CODEX_TOKENS, id_token: idToken } })).toEqual({
      id: 'acc-1',
      part: 'user-1',
    });
    expect(ownerOfSession({ OPENAI_API_KEY: 'sk' })).toBeNull();
    expect(ownerOfSession({ a: 1 })).toBeNull();
    expect(claude({ accountUuid: '' })).toBeNull();
  });

  it('is named with all its letters', () => {
    const idToken = `x.${Buffer.from('{"email":"müller@example.com"}').toString('base64url')}.y`;
    expect(ownerNameOfSession({ tokens: { id_token: idToken } })).toBe('müller@example.com');
  });

  it('is the same where the known parts are', () => {
    const person = { id: 'p', part: null };
    expect(isSameOwner(person, { id: 'p', part: 'o' })).toBe(true);
    expect(isSameOwner({ id: 'p', part: 'o' }, { id: 'p', part: 'x' })).toBe(false);
    expect(isSameOwner(person, { id: 'q', part: null })).toBe(false);
  });
});
