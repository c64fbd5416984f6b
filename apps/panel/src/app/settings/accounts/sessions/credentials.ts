import { LIMITS, type AccountTool, type SessionDocument } from '@groupless/shared-dto';
import { missingInSession, ownerNameOfSession, toolOfSession } from '@groupless/shared-dto/session-documents';

export type CredentialsFault =
  /** Nothing was pasted or chosen. */
  | 'missing'
  | 'too_large'
  | 'not_json'
  | 'not_object'
  | 'empty'
  /** `.claude.json` instead of `.credentials.json`. */
  | 'only_owner'
  /** The file of an assistant as a log-out leaves it. */
  | 'logged_out'
  /** Some of the tokens are there. */
  | 'half'
  /** A whole session, but of another tool than the account's. */
  | 'other_tool'
  /** Of no tool that is known, in an account that is not for such. */
  | 'unknown_tool';

/** What a document of credentials says about itself, and nothing that opens anything. */
export interface Recognised {
  kind: AccountTool;
  bytes: number;
  /** Whose it is, where the document says so. */
  owner: string | null;
  /** Where the document says it. */
  expires_at: string | null;
  /** Whether the assistant renews it by itself. */
  renews: boolean;
  /** Names of what belongs to the machine rather than to the account, and so is not stored. */
  leftOut: string[];
}

export interface RefusedCredentials {
  fault: CredentialsFault;
  /** Names of the members that are missing, where some are. */
  missing: string[];
}

export type Credentials = { document: string; recognised: Recognised } | RefusedCredentials;

type Json = SessionDocument;

/** What Claude Code keeps of an account; the rest of its file, such as `mcpOAuth`, is the machine's. */
const OF_THE_ACCOUNT = ['claudeAiOauth', 'oauthAccount'];

/**
 * Reads a pasted or dropped text. The document is kept to the letter, unless something is left out of it.
 * @param account_tool the tool that the account is for; null: whichever the document is of
 */
export function readCredentials(text: string, accountTool: AccountTool | null = null): Credentials {
  const document = text.replace(/^\uFEFF/, '').trim();
  if (bytesOf(document) > LIMITS.session_document.max) return refused('too_large');
  const parsed = parse(document);
  if (parsed === undefined) return refused('not_json');
  if (!isObject(parsed)) return refused('not_object');
  if (Object.keys(parsed).length === 0) return refused('empty');
  if (accountTool === 'other') return { document, recognised: recognise(document, parsed, 'other') };
  const tool = toolOfSession(parsed);
  if (tool === null) return whyNone(parsed, accountTool);
  if (accountTool !== null && tool !== accountTool) return refused('other_tool');
  return tool === 'claude_code'
    ? ofClaudeCode(document, parsed)
    : { document, recognised: recognise(document, parsed, tool) };
}

/** Why a document is no session of a known tool. */
function whyNone(parsed: Json, accountTool: AccountTool | null): RefusedCredentials {
  const isCodex = accountTool === 'codex' || 'tokens' in parsed || 'OPENAI_API_KEY' in parsed;
  if (isCodex && !('claudeAiOauth' in parsed)) {
    const missing = missingInSession('codex', parsed);
    return missing.length === 1 && missing[0] !== 'tokens'
      ? { fault: 'half', missing }
      : refused('logged_out');
  }
  const missing = missingInSession('claude_code', parsed);
  if (missing.length === 1 && missing[0] !== 'claudeAiOauth' && !isWiped(parsed))
    return { fault: 'half', missing };
  if ('claudeAiOauth' in parsed || 'mcpOAuth' in parsed) return refused('logged_out');
  return refused('oauthAccount' in parsed ? 'only_owner' : 'unknown_tool');
}

/** Whether a token is there and empty, as a log-out leaves it. */
function isWiped({ claudeAiOauth }: Json): boolean {
  return (
    isObject(claudeAiOauth) && (claudeAiOauth['accessToken'] === '' || claudeAiOauth['refreshToken'] === '')
  );
}

function ofClaudeCode(text: string, parsed: Json): Credentials {
  const leftOut = Object.keys(parsed).filter((name) => !OF_THE_ACCOUNT.includes(name));
  const kept = Object.entries(parsed).filter(([name]) => OF_THE_ACCOUNT.includes(name));
  const document = leftOut.length === 0 ? text : JSON.stringify(Object.fromEntries(kept));
  return { document, recognised: { ...recognise(document, parsed, 'claude_code'), leftOut } };
}

function recognise(document: string, parsed: Json, kind: AccountTool): Recognised {
  const claude = isObject(parsed['claudeAiOauth']) ? parsed['claudeAiOauth'] : {};
  const codex = isObject(parsed['tokens']) ? parsed['tokens'] : {};
  return {
    kind,
    bytes: bytesOf(document),
    owner: ownerNameOfSession(parsed),
    expires_at: timeOf(claude['expiresAt']),
    renews: isText(claude['refreshToken']) || isText(codex['refresh_token']),
    leftOut: [],
  };
}

function refused(fault: CredentialsFault): RefusedCredentials {
  return { fault, missing: [] };
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
