import type { AccountTool } from '@groupless/shared-dto';
import { readCredentials, type CredentialsFault } from './credentials';
import { switchCommand } from '../switch-command';

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
        leftOut: [],
      },
    });
  });

  it('keeps to itself what belongs to the machine', () => {
    const credentials = read({ mcpOAuth: { other: { accessToken: 'x' } }, claudeAiOauth: TOKENS });

    expect(credentials).toMatchObject({
      document: JSON.stringify({ claudeAiOauth: TOKENS }),
      recognised: { leftOut: ['mcpOAuth'] },
    });
  });

  it('may hold the token of `claude setup-token`, which nothing renews', () => {
    const claudeAiOauth = {
      accessToken: 'a',
      refreshToken: null,
      expiresAt: null,
      scopes: ['user:inference'],
    };
    expect(read({ claudeAiOauth })).toMatchObject({ recognised: { kind: 'claude_code', renews: false } });
  });

  it('of other assistants is stored to the letter', () => {
    const text = '{ "tokens": {"access_token": "a", "refresh_token": "r"}, "big": 12345678901234567890 }';

    expect(readCredentials(text)).toMatchObject({
      document: text,
      recognised: { kind: 'codex', renews: true },
    });
    expect(readCredentials('{"anything": 1}', 'other')).toMatchObject({
      document: '{"anything": 1}',
      recognised: { kind: 'other' },
    });
  });

  it.each<[CredentialsFault, string, AccountTool | null]>([
    ['not_json', '{"claudeAiOauth":', null],
    ['not_json', 'sk-ant-oat01', null],
    ['not_object', '[]', null],
    ['not_object', '"text"', null],
    ['empty', '{}', null],
    ['empty', '{}', 'other'],
    ['only_owner', '{"oauthAccount":{}}', null],
    ['logged_out', '{"claudeAiOauth":{"accessToken":"","refreshToken":""}}', null],
    ['logged_out', '{"claudeAiOauth":{"accessToken":"a","refreshToken":""}}', null],
    ['logged_out', '{"claudeAiOauth":{}}', null],
    ['logged_out', '{"mcpOAuth":{}}', null],
    ['half', '{"claudeAiOauth":{"accessToken":"a"}}', null],
    ['half', '{"claudeAiOauth":{"refreshToken":"r"}}', 'claude_code'],
    ['logged_out', '{"OPENAI_API_KEY":null,"tokens":null}', null],
    ['half', '{"tokens":{"access_token":"a"}}', 'codex'],
    ['other_tool', '{"tokens":{"access_token":"a","refresh_token":"r"}}', 'claude_code'],
    ['other_tool', JSON.stringify({ claudeAiOauth: TOKENS }), 'codex'],
    ['unknown_tool', '{"anything":1}', null],
    ['unknown_tool', '{"anything":1}', 'claude_code'],
    ['too_large', `{"a":"${'ä'.repeat(131_072)}"}`, null],
  ])('is refused as %s: %.50s in an account of %s', (fault, text, tool) => {
    expect(readCredentials(text, tool)).toMatchObject({ fault });
  });

  it('says which tokens are missing', () => {
    expect(read({ claudeAiOauth: { accessToken: 'a' } })).toEqual({
      fault: 'half',
      missing: ['claudeAiOauth.refreshToken'],
    });
  });
});

describe('the command that switches', () => {
  const account = (id: string, name: string) => ({ id, name }) as Parameters<typeof switchCommand>[0];
  const use = (name: string, ...others: string[]) =>
    switchCommand(account('id-1', name), [
      account('id-1', name),
      ...others.map((other) => account('id-2', other)),
    ]);

  it('names the account as one word of a shell', () => {
    expect(use('Team 1')).toBe('assistant-switch use "Team 1"');
    expect(use('$(rm) `x`')).toBe("assistant-switch use '$(rm) `x`'");
    expect(use(`it's "so"`)).toBe(String.raw`assistant-switch use 'it'\''s "so"'`);
  });

  it('takes the id where the name says too little', () => {
    expect(use('Team 1', 'Team 1')).toBe('assistant-switch use id-1');
    expect(use('--force')).toBe('assistant-switch use id-1');
  });

  it('leaves to the user where another program keeps its session', () => {
    const gem = { ...account('id-1', 'Gem'), tool: 'other' as const };
    expect(switchCommand(gem, [gem])).toBe('assistant-switch use "Gem" --target <path>');
  });
});
