import { LIMITS } from '@groupless/shared-dto';

export type CredentialsFault =
  | 'too_large'
  | 'not_json'
  | 'not_object'
  | 'empty'
  /** `.claude.json` instead of `.credentials.json`. */
  | 'only_owner'
  /** Claude Code's file as a log-out leaves it. */
  | 'logged_out';

/** What a document of credentials says about itself, and nothing that opens anything. */
export interface Recognised {
  kind: 'claude_code' | 'codex' | 'other';
  bytes: number;
  /** Whose it is, where the document says so. */
  owner: string | null;
  /** Where the document says it. */
  expires_at: string | null;
  /** Whether the assistant renews it by itself. */
  renews: boolean;
  /** Names of what belongs to the machine rather than to the account, and so is not stored. */
  left_out: string[];
}

export type Credentials = { document: string; recognised: Recognised } | { fault: CredentialsFault };

type Json = Record<string, unknown>;

/** What Claude Code keeps of an account; the rest of its file, such as `mcpOAuth`, is the machine's. */
const OF_THE_ACCOUNT = ['claudeAiOauth', 'oauthAccount'];

/** Reads a pasted or dropped text. The document is kept to the letter, unless something is left out of it. */
export function readCredentials(text: string): Credentials {
  const document = text.replace(/^\uFEFF/, '').trim();
  if (bytesOf(document) > LIMITS.session_document.max) return { fault: 'too_large' };
  const parsed = parse(document);
  if (parsed === undefined) return { fault: 'not_json' };
  if (!isObject(parsed)) return { fault: 'not_object' };
  if (Object.keys(parsed).length === 0) return { fault: 'empty' };
  if (isObject(parsed['claudeAiOauth'])) return ofClaudeCode(document, parsed, parsed['claudeAiOauth']);
  if ('claudeAiOauth' in parsed || 'mcpOAuth' in parsed) return { fault: 'logged_out' };
  if ('oauthAccount' in parsed) return { fault: 'only_owner' };
  const tokens = parsed['tokens'];
  const is_codex = 'OPENAI_API_KEY' in parsed || (isObject(tokens) && isText(tokens['access_token']));
  return {
    document,
    recognised: {
      kind: is_codex ? 'codex' : 'other',
      bytes: bytesOf(document),
      owner: null,
      expires_at: null,
      renews: isObject(tokens) && isText(tokens['refresh_token']),
      left_out: [],
    },
  };
}

function ofClaudeCode(text: string, parsed: Json, credentials: Json): Credentials {
  const { accessToken, refreshToken, expiresAt } = credentials;
  // A long-lived token has no refresh token at all; an empty one is what a log-out leaves.
  const is_whole = refreshToken === undefined || refreshToken === null || isText(refreshToken);
  if (!isText(accessToken) || !is_whole) return { fault: 'logged_out' };
  const left_out = Object.keys(parsed).filter((name) => !OF_THE_ACCOUNT.includes(name));
  const kept = Object.entries(parsed).filter(([name]) => OF_THE_ACCOUNT.includes(name));
  const document = left_out.length === 0 ? text : JSON.stringify(Object.fromEntries(kept));
  const account = parsed['oauthAccount'];
  const email = isObject(account) ? account['emailAddress'] : null;
  return {
    document,
    recognised: {
      kind: 'claude_code',
      bytes: bytesOf(document),
      owner: isText(email) ? email : null,
      expires_at: timeOf(expiresAt),
      renews: isText(refreshToken),
      left_out,
    },
  };
}

function timeOf(milliseconds: unknown): string | null {
  const date = new Date(typeof milliseconds === 'number' ? milliseconds : Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
