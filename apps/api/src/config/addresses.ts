import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a server on this host is reachable only from this machine. */
export function isLoopbackHost(host: string): boolean {
  if (host === 'localhost') return true;
  const family = isIP(host);
  return family !== 0 && loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** An address or host name. IPv6 without brackets. */
export function parseHost(value: string): string | null {
  return isIP(value) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(value) ? value : null;
}

export function isLoopbackUrl(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'));
}

/** The origin of a plain http(s) URL; null if it is anything else, or has a path, query, fragment or user. */
export function parseOrigin(value: string): string | null {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return null;
  return url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : null;
}

/** Fastify's `trustProxy`: false, a list of addresses, or a test for a number of hops. */
export type TrustProxy = false | string[] | ((address: string, hop: number) => boolean);

/** `off`, a number of hops, or comma-separated addresses and networks. */
export function parseTrustProxy(value: string): TrustProxy | null {
  if (value === 'off' || value === 'false') return false;
  if (/^\d{1,2}$/.test(value)) return (_address, hop) => hop < Number(value);
  const parts = value.split(',').map((part) => part.trim());
  return parts.every(isAddressOrNetwork) ? parts : null;
}

function isAddressOrNetwork(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', prefix, ...rest] = value.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}
