import { isIPv6 } from 'node:net';

/** The prefix length of an IPv6 network: the smallest of a customer, a common one, a site. */
export type NetworkBits = 64 | 56 | 48;

/**
 * The network of an address, as `2001:db8:0:0::/64`. An IPv6 customer has at least a /64, so counting single addresses
 * is useless. An IPv4 address is its own network.
 */
export function networkOf(address: string, bits: NetworkBits = 64): string {
  const groups = groupsOf(address);
  if (groups === null) return address;
  const [a = 0, b = 0, c = 0, d = 0] = groups;
  const fourth = bits === 64 ? d : bits === 56 ? d & 0xff00 : 0;
  return `${[a, b, c, fourth].map((group) => group.toString(16)).join(':')}::/${bits}`;
}

/** Whether larger networks are counted for this address too. */
export function hasLargerNetworks(address: string): boolean {
  return groupsOf(address) !== null;
}

/** The eight groups of an IPv6 address; null for an IPv4 or IPv4-mapped address. */
function groupsOf(address: string): number[] | null {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return null;
  const [head = '', tail] = address.split('%', 1).join('').split('::');
  const [first, last] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const missing = 8 - (first?.length ?? 0) - (last?.length ?? 0);
  return [...(first ?? []), ...Array<string>(Math.max(0, missing)).fill('0'), ...(last ?? [])].map((group) =>
    Number.parseInt(group, 16),
  );
}
