const WEBHOOK_ID = /(\/webhook\/)(?!:)[^/\s"\\]+(\/webhook\/)/g;
const URL_TOKEN = /([?&](?:token|key)=)[^&\s"\\]+/g;

/**
 * A last line of defence, not the first: nothing here should meet a secret, since log lines are made from
 * chosen fields. Replaces the given secrets, webhook ids and tokens in URLs.
 */
export function maskSecrets(secrets: readonly string[]): (line: string) => string {
  const spellings = secrets
    .filter((secret) => secret.length >= 8)
    .flatMap((secret) => [secret, encodeURIComponent(secret)]);
  const known =
    spellings.length === 0
      ? null
      : new RegExp([...new Set(spellings)].map((s) => RegExp.escape(s)).join('|'), 'g');
  return (line) => {
    const masked = known === null ? line : line.replace(known, '[secret]');
    return masked.replace(WEBHOOK_ID, '$1[id]$2').replace(URL_TOKEN, '$1[token]');
  };
}
