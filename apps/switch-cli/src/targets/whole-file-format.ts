import { fingerprint } from '../files/fingerprint';
import { isJsonObject } from '../files/json-members';
import { isBlank, memberOf, textOrNull, type FoundSession, type SessionFormat } from './session-format';

type Told = Pick<FoundSession, 'identity' | 'renewed_ms' | 'is_complete'>;

/** Codex: `auth.json` is the session, with ChatGPT's tokens or an API key. */
export const codex_format = wholeFileFormat({
  told(parsed) {
    const tokens = memberOf(parsed, 'tokens');
    const renewed_ms = Date.parse(textOrNull(memberOf(parsed, 'last_refresh')) ?? '');
    return {
      identity: textOrNull(memberOf(tokens, 'account_id')),
      renewed_ms: Number.isNaN(renewed_ms) ? null : renewed_ms,
      is_complete:
        textOrNull(memberOf(parsed, 'OPENAI_API_KEY')) !== null ||
        (textOrNull(memberOf(tokens, 'access_token')) !== null &&
          textOrNull(memberOf(tokens, 'refresh_token')) !== null),
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
export const plain_format = wholeFileFormat({
  told: () => ({ identity: null, renewed_ms: null, is_complete: true }),
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
      if (!isJsonObject(text)) return { kind: 'unreadable', why: 'it is not a whole JSON object' };
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
