import { isIP, isIPv4 } from 'node:net';
import { isValid, parse } from 'ipaddr.js';

/** An IPv6 address in brackets, or an IPv4 address, with a port. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/;

/**
 * Normalises an IP address for limits and logs: removes the port that some proxies append, and turns an IPv4-mapped
 * IPv6 address into IPv4.
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
