import { readCredentials } from './credentials';
import { switchCommands } from './switch-command';

const TOKENS = { accessToken: 'secret-access', refreshToken: 'secret-refresh', expiresAt: 1_795_200_000_000 };
const read = (value: unknown) => readCredentials(JSON.stringify(value));

describe('a file of credentials', () => {
  it('of Claude Code is recognised, and nothing of its tokens is told', () => {
    const text = JSON.stringify({ claudeAiOauth: TOKENS, oauthAccount: { emailAddress: 'ada@example.com' } });
    const credentials = readCredentials(`\uFEFF${text}\n`);

    expect(credentials).toEqual({
      document: text,
      recognised: {
        kind: 'claude_code',
        bytes: text.length,
        owner: 'ada@example.com',
        expires_at: '2026-11-20T18:40:00.000Z',
        renews: true,
        left_out: [],
      },
    });
  });

  it('keeps to itself what belongs to the machine', () => {
    const credentials = read({ mcpOAuth: { other: { accessToken: 'x' } }, claudeAiOauth: TOKENS });

    expect(credentials).toMatchObject({
      document: JSON.stringify({ claudeAiOauth: TOKENS }),
      recognised: { left_out: ['mcpOAuth'] },
    });
  });

  it('may hold a long-lived token, which nothing renews', () => {
    expect(read({ claudeAiOauth: { accessToken: 'a' } })).toMatchObject({ recognised: { renews: false } });
  });

  it('of other assistants is stored to the letter', () => {
    const text = '{ "tokens": {"access_token": "a", "refresh_token": "r"}, "big": 12345678901234567890 }';

    expect(readCredentials(text)).toMatchObject({
      document: text,
      recognised: { kind: 'codex', renews: true },
    });
    expect(read({ anything: 1 })).toMatchObject({ recognised: { kind: 'other' } });
  });

  it.each([
    ['not_json', '{"claudeAiOauth":'],
    ['not_object', '[]'],
    ['not_object', '"text"'],
    ['empty', '{}'],
    ['only_owner', '{"oauthAccount":{}}'],
    ['logged_out', '{"claudeAiOauth":{"accessToken":"","refreshToken":""}}'],
    ['logged_out', '{"claudeAiOauth":{"accessToken":"a","refreshToken":""}}'],
    ['logged_out', '{"mcpOAuth":{}}'],
    ['too_large', `{"a":"${'ä'.repeat(131_072)}"}`],
  ])('is refused as %s', (fault, text) => {
    expect(readCredentials(text)).toEqual({ fault });
  });
});

describe('the command that switches', () => {
  const account = (id: string, name: string) => ({ id, name }) as Parameters<typeof switchCommands>[0];
  const use = (name: string, ...others: string[]) =>
    switchCommands(account('id-1', name), [
      account('id-1', name),
      ...others.map((other) => account('id-2', other)),
    ]).installed;

  it('names the account as one word of a shell', () => {
    expect(use('Team 1')).toBe('assistant-switch use "Team 1"');
    expect(use('$(rm) `x`')).toBe("assistant-switch use '$(rm) `x`'");
    expect(use(`it's "so"`)).toBe(String.raw`assistant-switch use 'it'\''s "so"'`);
  });

  it('takes the id where the name says too little', () => {
    expect(use('Team 1', 'Team 1')).toBe('assistant-switch use id-1');
    expect(use('--force')).toBe('assistant-switch use id-1');
  });
});
