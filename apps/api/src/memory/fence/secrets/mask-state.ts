import { MASK, maskSecrets } from '@groupless/shared-dto/memory/masked-text';
import { countMasked } from '../../../platform/http/masked-count';
import { withoutSecrets } from './mask-secrets';

interface Entry {
  key: string;
  value: string;
}

/**
 * What says where a secret is found is not a secret: a path, an address, a variable. Each is recognised by more than its
 * first character, because a password may begin with that, too.
 */
const REFERENCES = [
  /^(?:~|\.{1,2})\/|^\/[^\s/]+\/|^[A-Za-z]:\\/,
  /^[A-Za-z][\w+.-]{0,30}:\/\/|^(?:arn|env|keychain|op|sops|ssm|vault):/,
  /^\$\{[^{}]+\}|^\$\(.+\)|^\$(?:[A-Z_][A-Z\d_]*|env:\w+)(?:$|[\s/\\])|^%\w+%/,
  /^<[^<>]+>$|^\{\{.+\}\}$/,
];
const NUMBER_OR_SWITCH = /^(?:-?\d+(?:[.,]\d+)*|true|false|none|null|yes|no)$/i;
/** `maskSecrets` takes all that begins so for a placeholder and leaves it alone, so they are replaced before it looks. */
const BEGINS_AS_PLACEHOLDER = /^[$<{%]/;

/** Short names of passwords, which mean something else within a text. */
const SHORT_NAME = /(?:^|[-_.\s])(?:pass|pw|psk)$/i;

/**
 * An entry of the state without its secrets. Its key says whether the value is one: what is stored under `db_password` is
 * judged as `db_password: <value>`.
 */
export function withoutSecretState<Stored extends Entry>(entry: Stored): Stored {
  const masked = withoutSecrets(entry);
  const value = masked.value === entry.value ? valueWithoutSecret(entry) : null;
  if (value === null) return masked;
  countMasked(1);
  return { ...masked, value };
}

/** Null: by its key the value is not a secret. */
function valueWithoutSecret({ key, value }: Entry): string | null {
  const one = value.trim();
  if (one === '' || isNoSecret(one)) return null;
  const name = `${SHORT_NAME.test(key) ? 'password' : key.trim()}: `;
  const { text, count } = maskSecrets(name + one);
  if (count > 0 && text.startsWith(name)) return text.slice(name.length);
  const likeWord = one.replace(BEGINS_AS_PLACEHOLDER, '_');
  return /["'`\s]/.test(one) || maskSecrets(`${name}"${likeWord}"`).count === 0 ? null : MASK;
}

function isNoSecret(value: string): boolean {
  return NUMBER_OR_SWITCH.test(value) || REFERENCES.some((reference) => reference.test(value));
}
