import { usageFailure } from '../program/failure';

/**
 * The panel's base address, without a slash at the end. Plain http reaches this machine only, unless `insecure`:
 * anywhere else the key and the session would travel readable.
 */
export function panelUrl(text: string, { insecure }: { insecure: boolean }): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw usageFailure("The panel's address must be a URL such as https://panel.example.com");
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw usageFailure("The panel's address may hold no user, password, query or fragment.");
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !insecure) {
    throw usageFailure(
      `Over plain http ${url.host} would get the key and the session readable for everyone on the way.`,
      'Use https, or --insecure if you know that the way is safe.',
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api$/, '')}`;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
