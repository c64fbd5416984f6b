import { claudeCodeFormat } from './claude-code-format';
import { ABSENT, fileCopy, type LocalSession } from './session-format';
import { codexFormat, plainFormat } from './whole-file-format';

const CREDENTIALS = '{"accessToken":"a","refreshToken":"r","expiresAt":1798761600000}';
const OWNER = '{"accountUuid":"u-1","organizationUuid":"o-1","n":1e2}';

function claude(main: string | null, identity: string | null = null): LocalSession {
  return claudeCodeFormat.read({
    main: main === null ? null : fileCopy(main),
    identity: identity === null ? null : fileCopy(identity),
  });
}

describe('Claude Code', () => {
  it('keeps the tokens in one file and whose they are in another', () => {
    expect(
      claude(`{"mcpOAuth":{},"claudeAiOauth":${CREDENTIALS}}`, `{"oauthAccount":${OWNER},"x":1}`),
    ).toEqual({
      kind: 'session',
      document: `{"claudeAiOauth":${CREDENTIALS},"oauthAccount":${OWNER}}`,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      identity: 'u-1/o-1',
      owner: null,
      token_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      plan: null,
      renewed_ms: 1_798_761_600_000,
      expires_ms: 1_798_761_600_000,
      ends_ms: null,
      is_complete: true,
    });
  });

  it('has no session without tokens: what a log-out has left is not one', () => {
    const remains = ['{}', '', ' \n', '{"mcpOAuth":{}}', '{"claudeAiOauth":null}', '{"claudeAiOauth":{}}'];
    for (const main of [null, ...remains, '{"claudeAiOauth":{"accessToken":"","refreshToken":""}}']) {
      expect(claude(main)).toEqual({ kind: 'none' });
    }
  });

  it('has an incomplete session with one token wiped, a whole one with a long-lived token', () => {
    expect(claude('{"claudeAiOauth":{"accessToken":"a","refreshToken":""}}')).toMatchObject({
      is_complete: false,
    });
    expect(claude('{"claudeAiOauth":{"accessToken":"","refreshToken":"r"}}')).toMatchObject({
      is_complete: false,
    });
    expect(claude('{"claudeAiOauth":{"accessToken":"a"}}')).toMatchObject({ is_complete: false });
    const longLived = '{"accessToken":"a","refreshToken":null,"expiresAt":null,"scopes":["user:inference"]}';
    expect(claude(`{"claudeAiOauth":${longLived}}`)).toMatchObject({ is_complete: true });
  });

  it('is not read from broken files', () => {
    for (const text of ['{"claudeAiOauth":', '[]', 'x', '{}{}']) {
      expect(claude(text)).toMatchObject({
        kind: 'unreadable',
        file: 'main',
      });
      expect(claude('{}', text)).toMatchObject({
        kind: 'unreadable',
        file: 'identity',
      });
    }
    const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
    expect(claudeCodeFormat.read({ ...ABSENT, main: { bytes, text: null } })).toMatchObject({
      kind: 'unreadable',
    });
  });

  it('replaces its own member alone, and leaves nothing behind where nothing else was', () => {
    const document = `{"oauthAccount":${OWNER},"claudeAiOauth":${CREDENTIALS}}`;
    const main = fileCopy('{\n  "mcpOAuth": {"a":1.0},\n  "claudeAiOauth": {"accessToken":"old"}\n}\n');
    const written = claudeCodeFormat.mainWith(document, main);
    expect(written).toBe(`{\n  "mcpOAuth": {"a":1.0},\n  "claudeAiOauth": ${CREDENTIALS}\n}\n`);
    expect(claudeCodeFormat.mainWithout(fileCopy(written))).toBe('{\n  "mcpOAuth": {"a":1.0}\n}\n');
    expect(claudeCodeFormat.mainWithout(fileCopy(`{"claudeAiOauth":${CREDENTIALS}}`))).toBeNull();
    expect(claudeCodeFormat.identityMember(document)).toBe(OWNER);
    expect(claudeCodeFormat.identityMember('{"oauthAccount":null}')).toBeNull();
  });

  it('takes no document that it could not use', () => {
    expect(claudeCodeFormat.faultOf(`{"claudeAiOauth":${CREDENTIALS}}`)).toBeNull();
    for (const document of [
      '{}',
      '{"claudeAiOauth":"x"}',
      '{"claudeAiOauth":{"accessToken":""}}',
      '{"tokens":{}}',
    ]) {
      expect(claudeCodeFormat.faultOf(document)).not.toBeNull();
    }
  });
});

describe('Codex', () => {
  const SESSION = {
    auth_mode: 'chatgpt',
    OPENAI_API_KEY: null,
    tokens: { access_token: 'a', refresh_token: 'r', account_id: 'acc-1' },
    last_refresh: '2026-11-20T09:30:00Z',
  };

  it('has all in one file, with the account and the last renewal', () => {
    const text = JSON.stringify(SESSION);
    expect(codexFormat.read({ ...ABSENT, main: fileCopy(text) })).toMatchObject({
      document: text,
      identity: 'acc-1',
      renewed_ms: Date.UTC(2026, 10, 20, 9, 30),
      is_complete: true,
    });
  });

  it('may have a key in the place of tokens, and nothing after a log-out', () => {
    expect(codexFormat.faultOf('{"OPENAI_API_KEY":"sk"}')).toBeNull();
    expect(codexFormat.faultOf('{"OPENAI_API_KEY":null,"tokens":{"access_token":"a"}}')).not.toBeNull();
    expect(codexFormat.read({ ...ABSENT, main: fileCopy('{"OPENAI_API_KEY":null,"tokens":null}') })).toEqual({
      kind: 'none',
    });
  });
});

describe('any other file', () => {
  it('is the session, whole, and does not say whose', () => {
    const text = ' {"a" : 1}\n';
    expect(plainFormat.read({ ...ABSENT, main: fileCopy(text) })).toMatchObject({
      document: text,
      identity: null,
    });
    expect(plainFormat.mainWith(text, fileCopy('{"b":1}'))).toBe(text);
    expect(plainFormat.faultOf('{}')).toBeNull();
  });
});
