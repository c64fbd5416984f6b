import { claimsOf, memberOf, ownerNameOfSession } from '@groupless/shared-dto/session-documents';
import { fingerprint } from '../files/fingerprint';
import { isJsonObject } from '../files/json-members';
import {
  identityOf,
  isBlank,
  isCompleteSession,
  numberOrNull,
  sha256Of,
  textOrNull,
  type FoundSession,
  type SessionFormat,
} from './session-format';

type Told = Omit<FoundSession, 'kind' | 'document' | 'sha256'>;

/** Codex: `auth.json` is the session, with ChatGPT's tokens or an API key. */
export const codexFormat = wholeFileFormat({
  told(parsed) {
    const tokens = memberOf(parsed, 'tokens');
    const renewedMs = Date.parse(textOrNull(memberOf(parsed, 'last_refresh')) ?? '');
    const refreshToken = textOrNull(memberOf(tokens, 'refresh_token'));
    return {
      identity: identityOf(parsed),
      owner: ownerNameOfSession(parsed),
      token_sha256: sha256Of(refreshToken ?? textOrNull(memberOf(parsed, 'OPENAI_API_KEY'))),
      plan: null,
      renewed_ms: Number.isNaN(renewedMs) ? null : renewedMs,
      expires_ms: expiryOf(memberOf(tokens, 'access_token')),
      ends_ms: null,
      is_complete: isCompleteSession('codex', parsed),
    };
  },
  isWiped: (parsed) =>
    textOrNull(memberOf(parsed, 'OPENAI_API_KEY')) === null &&
    ['access_token', 'refresh_token'].every(
      (name) => textOrNull(memberOf(memberOf(parsed, 'tokens'), name)) === null,
    ),
  lack: 'it has neither "tokens" nor "OPENAI_API_KEY"',
});

/** Any other file: the session is all of it, and it does not say whose it is. */
export const plainFormat = wholeFileFormat({
  told: () => ({
    identity: null,
    owner: null,
    token_sha256: null,
    plan: null,
    renewed_ms: null,
    expires_ms: null,
    ends_ms: null,
    is_complete: true,
  }),
  isWiped: () => false,
  lack: '',
});

interface WholeFile {
  told: (parsed: unknown) => Told;
  isWiped: (parsed: unknown) => boolean;
  lack: string;
}

function wholeFileFormat({ told, isWiped, lack }: WholeFile): SessionFormat {
  return {
    read({ main }) {
      if (main === null || isBlank(main)) return { kind: 'none' };
      const text = main.text ?? '';
      if (!isJsonObject(text))
        return { kind: 'unreadable', file: 'main', why: 'it is not a whole JSON object' };
      const parsed: unknown = JSON.parse(text);
      if (isWiped(parsed)) return { kind: 'none' };
      return { kind: 'session', document: text, sha256: fingerprint(text), ...told(parsed) };
    },
    faultOf: (document) => (told(JSON.parse(document)).is_complete ? null : lack),
    mainWith: (document) => document,
    mainWithout: () => null,
    identityMember: () => null,
  };
}

/** When a JSON Web Token says that it ends. */
function expiryOf(token: unknown): number | null {
  const seconds = numberOrNull(memberOf(claimsOf(textOrNull(token)), 'exp'));
  return seconds === null ? null : seconds * 1_000;
}
