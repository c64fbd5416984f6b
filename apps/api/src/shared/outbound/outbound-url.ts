import { isPrivateHost } from './private-addresses';

/**
 * What is wrong with a URL that this server is to call, after the name of its field; null: nothing.
 * @param mayBePrivate the setting `OUTBOUND_PRIVATE`
 */
export function faultOfUrl(text: string, mayBePrivate: boolean): string | null {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return 'must be a URL with https://';
  // A URL leaves some of them out and reads others as something else: another address would be called than the one that is shown.
  if (/[\p{C}\p{Z}\\<>"`]/u.test(text))
    return 'must have no spaces, invisible characters or \\ < > " `, which are written as % and two digits';
  if (url.port === '0') return 'must have a port from 1 to 65535';
  if (mayBePrivate) return null;
  if (isPrivateHost(url.hostname)) return 'is a private address, which only OUTBOUND_PRIVATE=true allows';
  return url.protocol === 'https:' ? null : 'must begin with https://';
}

/** Whether the URL tells who calls: the sender of a webhook signs instead. */
export function holdsUser(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.username !== '' || url.password !== '');
}
