import { countMasked } from '../../../shared/http/masked-count';
import { maskSecrets, withoutSecrets } from './mask-secrets';

const MASK = '[masked]';

interface Entry {
  key: string;
  value: string;
}

/** Where a secret lies is none: a path, an address, a reference. Neither is a number or a switch. */
const NO_SECRET =
  /^(?:[~.]{0,2}\/|[a-z][\w+.-]{0,30}:|\$|<|\{\{|%|-?\d+(?:[.,]\d+)*$|(?:true|false|none|null|yes|no)$)/i;

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

/** Null: its key calls the value no secret. */
function valueWithoutSecret({ key, value }: Entry): string | null {
  const one = value.trim();
  if (one === '' || NO_SECRET.test(one)) return null;
  const name = `${SHORT_NAME.test(key) ? 'password' : key.trim()}: `;
  const { text, count } = maskSecrets(name + one);
  if (count > 0 && text.startsWith(name)) return text.slice(name.length);
  return /["'`\s]/.test(one) || maskSecrets(`${name}"${one}"`).count === 0 ? null : MASK;
}
