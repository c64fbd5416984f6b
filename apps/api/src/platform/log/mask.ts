const WEBHOOK_ID = /(\/webhook\/)(?!:)[^/\s"\\]+(\/webhook\/)/g;
const URL_TOKEN = /([?&#](?:token|key)=)[^&\s"\\]+/g;
/** An API key of the panel. Its public prefix stays readable. */
const API_KEY = /\b(gl_[0-9A-Za-z]{8})_[0-9A-Za-z]{43}/g;

/**
 * Masks the given secrets, API keys, webhook ids, and tokens in URLs (after `#` too). A second safeguard: log lines
 * should hold no secret in the first place.
 */
export function maskSecrets(secrets: readonly string[]): (line: string) => string {
  const spellings = secrets
    .filter((secret) => secret.length >= 8)
    .flatMap((secret) => [secret, encodeURIComponent(secret)]);
  const known =
    spellings.length === 0 ? null : new RegExp([...new Set(spellings)].map((s) => escaped(s)).join('|'), 'g');
  return (line) => {
    const masked = known === null ? line : line.replace(known, '[secret]');
    return masked
      .replace(WEBHOOK_ID, '$1[id]$2')
      .replace(URL_TOKEN, '$1[token]')
      .replace(API_KEY, '$1_[secret]');
  };
}

/** RegExp.escape, which Node.js 22 lacks. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
