import { isIP, isIPv4 } from 'node:net';
import { isValid, parse } from 'ipaddr.js';

/** An IPv6 address in brackets, or an IPv4 address, with a port behind it. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/;

/**
 * An address as limits and logs count it: without the port that some proxies append, and an IPv4 address in the form of IPv6
 * as itself.
 * @returns null if it is no IP address
 */
export function plainAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  const [, inBrackets, beforePort] = WITH_PORT.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  if (isIP(address) === 0 || !isValid(address)) return null;
  if (isIPv4(address)) return address;
  const parsed = parse(address);
  return 'isIPv4MappedAddress' in parsed && parsed.isIPv4MappedAddress()
    ? parsed.toIPv4Address().toString()
    : parsed.toString();
}
