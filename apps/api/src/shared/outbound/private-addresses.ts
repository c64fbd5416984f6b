import { parse } from 'ipaddr.js';
import { isIP, type LookupFunction } from 'node:net';

/** A request was refused because its address is private (SSRF protection). */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  constructor() {
    super('The address is private. OUTBOUND_PRIVATE=true allows that.');
  }
}

/** Whether an IP address is not public unicast. An IPv4-mapped IPv6 address counts as IPv4. */
function isPrivateAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed.kind() === 'ipv6' && 'isIPv4MappedAddress' in parsed && parsed.isIPv4MappedAddress())
    return parsed.toIPv4Address().range() !== 'unicast';
  // ::/96, the deprecated IPv4-compatible addresses.
  if (
    parsed.kind() === 'ipv6' &&
    parsed
      .toByteArray()
      .slice(0, 12)
      .every((byte) => byte === 0)
  )
    return true;
  return parsed.range() !== 'unicast';
}

/** Whether a URL's host is a private address or localhost, without a DNS look-up. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(host) === 0 ? /(^|\.)localhost$/.test(host) : isPrivateAddress(host);
}

/**
 * A DNS look-up that refuses private addresses. The connection uses exactly the checked addresses, so DNS rebinding
 * gains nothing.
 */
export function publicLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : [];
      const [first] = addresses;
      if (error) callback(error, []);
      else if (first === undefined || addresses.some(({ address }) => isPrivateAddress(address)))
        callback(new PrivateAddressError(), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
