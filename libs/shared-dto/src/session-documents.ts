import type { AccountTool, SessionDocument } from './accounts';

/**
 * What the documents of the known tools say about themselves. The API, the panel and the CLI judge a session by
 * these rules, so that all three give the same answer. Imported by its own path: few screens of the panel need it.
 *
 * - Claude Code: `{ claudeAiOauth: { accessToken, refreshToken, … }, oauthAccount?: { accountUuid, … } }`
 * - Codex: `{ OPENAI_API_KEY, tokens: { access_token, refresh_token, account_id, … }, last_refresh }`
 */

/** Whose session it is, by the provider's own ids. */
export interface SessionOwner {
  id: string;
  /** Tells apart owners with the same id: the organisation (Claude Code), the user (Codex). Null if unknown. */
  part: string | null;
}

/** The tool to which a complete session belongs; null for any other document. */
export function toolOfSession(document: SessionDocument): 'claude_code' | 'codex' | null {
  if (missingInSession('claude_code', document).length === 0) return 'claude_code';
  return missingInSession('codex', document).length === 0 ? 'codex' : null;
}

/**
 * The members without which the tool cannot use the session, such as `claudeAiOauth.refreshToken`.
 * @returns an empty list for a complete session; the empty name stands for the whole document
 */
export function missingInSession(tool: AccountTool, document: SessionDocument): string[] {
  switch (tool) {
    case 'claude_code':
      return isLongLived(document) ? [] : missingTexts(document, 'claudeAiOauth', CLAUDE_TOKENS);
    case 'codex': {
      const hasKey = textOf(document, 'OPENAI_API_KEY') !== null;
      return hasKey ? [] : missingTexts(document, 'tokens', CODEX_TOKENS);
    }
    case 'other':
      return Object.keys(document).length === 0 ? [''] : [];
  }
}

/** Whose session it is; null where the document does not say, as with an API key. */
export function ownerOfSession(document: SessionDocument): SessionOwner | null {
  const account = memberOf(document, 'oauthAccount');
  const person = textOf(account, 'accountUuid');
  if (person !== null) return { id: person, part: textOf(account, 'organizationUuid') };
  const tokens = memberOf(document, 'tokens');
  const id = textOf(tokens, 'account_id');
  return id === null ? null : { id, part: textOf(claimsOf(textOf(tokens, 'id_token')), 'sub') };
}

/** Whether both are the same owner. An unknown part equals any other. */
export function isSameOwner(one: SessionOwner, other: SessionOwner): boolean {
  if (one.id !== other.id) return false;
  return one.part === null || other.part === null || one.part === other.part;
}

/**
 * Whose session it is, for people: the address, and the organisation or workspace, of which one address may have several;
 * null where the document does not say.
 */
export function ownerNameOfSession(document: unknown): string | null {
  const account = memberOf(document, 'oauthAccount');
  const tokens = memberOf(document, 'tokens');
  const address = textOf(account, 'emailAddress') ?? textOf(claimsOf(textOf(tokens, 'id_token')), 'email');
  if (address === null) return null;
  const organisation = textOf(account, 'organizationName') ?? textOf(account, 'organizationUuid');
  const workspace = textOf(tokens, 'account_id');
  // One person's own organisation is called by the address.
  if (organisation?.startsWith(address)) return address;
  if (organisation !== null) return `${address} (${organisation})`;
  return workspace === null ? address : `${address} (workspace ${workspace})`;
}

const CLAUDE_TOKENS = ['accessToken', 'refreshToken'];
const CODEX_TOKENS = ['access_token', 'refresh_token'];

/**
 * Whether it holds the token of `claude setup-token`, which is not renewed, in the form that Claude Code itself gives
 * it: the refresh token and the expiry are null, and the scope is inference alone. A refresh token that is missing
 * or empty is what a log-out leaves.
 */
function isLongLived(document: SessionDocument): boolean {
  const credentials = memberOf(document, 'claudeAiOauth');
  const scopes = memberOf(credentials, 'scopes');
  return (
    textOf(credentials, 'accessToken') !== null &&
    memberOf(credentials, 'refreshToken') === null &&
    (memberOf(credentials, 'expiresAt') ?? null) === null &&
    Array.isArray(scopes) &&
    scopes.length === 1 &&
    scopes[0] === 'user:inference'
  );
}

/** Browsers and Node.js have them; the types of neither are loaded here. */
declare function atob(base64: string): string;
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

/** The claims of a JSON Web Token, unchecked; null for any other text. */
export function claimsOf(token: string | null): unknown {
  const [, payload] = token?.split('.') ?? [];
  if (payload === undefined) return null;
  try {
    const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function missingTexts(document: SessionDocument, parent: string, names: string[]): string[] {
  const holder = memberOf(document, parent);
  if (typeof holder !== 'object' || holder === null) return [parent];
  return names.filter((name) => textOf(holder, name) === null).map((name) => `${parent}.${name}`);
}

/** An own member of a parsed value, whatever that is. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** A member that is a text with more than white space in it. */
function textOf(value: unknown, name: string): string | null {
  const text = memberOf(value, name);
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}
