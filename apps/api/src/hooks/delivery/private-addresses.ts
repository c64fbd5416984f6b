import { parse } from 'ipaddr.js';
import { isIP, type LookupFunction } from 'node:net';

/** A request that was not sent, because it would have gone inside. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  constructor() {
    super('The address is private. OUTBOUND_PRIVATE=true allows that.');
  }
}

/** Whether an IP address is anything but a public unicast one: an IPv4 address within IPv6 counts as itself. */
function isPrivateAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed.kind() === 'ipv6' && 'isIPv4MappedAddress' in parsed && parsed.isIPv4MappedAddress())
    return parsed.toIPv4Address().range() !== 'unicast';
  // ::/96, which once held IPv4 addresses and is routed nowhere.
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

/** Whether the host of a URL says by itself that it is private: an address, or a name of this machine. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(host) === 0 ? /(^|\.)localhost$/.test(host) : isPrivateAddress(host);
}

/**
 * A look-up of names that refuses private addresses. The connection goes to exactly the addresses that it has
 * checked, so a name that changes its address in between gains nothing.
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
