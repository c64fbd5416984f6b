import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../../config/addresses';
import type { Settings } from '../../config/settings';
import { AppError } from '../errors/app-error';

/**
 * The names that are accepted in the `Host` header. A start that is not strict serves this machine only, where a page
 * of another site could reach it through DNS rebinding. A strict start accepts any name: the proxy in front of it
 * decides.
 */
export class AllowedHosts {
  private readonly areAllAllowed: boolean;
  private readonly names: ReadonlySet<string>;

  constructor({ strict, host, public_url }: Settings) {
    this.areAllAllowed = strict;
    this.names = new Set([host, ...(public_url === null ? [] : [nameOf(new URL(public_url).host)])]);
  }

  /** Undefined: the request is accepted. */
  reasonAgainst({ httpVersion, headers, rawHeaders }: IncomingMessage): AppError | undefined {
    const { host } = headers;
    if (host === undefined)
      return httpVersion === '1.1' ? malformed('The request has no Host header.') : undefined;
    if (isRepeated(rawHeaders)) return malformed('The request has more than one Host header.');
    if (!HOST.test(host) || portOf(host) > 65_535)
      return malformed('The Host header is no name of a server.');
    return this.isAllowed(nameOf(host)) ? undefined : foreign();
  }

  private isAllowed(name: string): boolean {
    if (this.areAllAllowed || this.names.has(name)) return true;
    return isLoopbackHost(name) || name.endsWith('.localhost');
  }
}

/** A name or an address, and a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

function portOf(host: string): number {
  return Number(/:(\d+)$/.exec(host)?.[1] ?? 0);
}

/** The name in a `Host` header, without its port and the brackets of an IPv6 address. */
function nameOf(host: string): string {
  const name = host.toLowerCase();
  if (name.startsWith('[')) return name.slice(1, name.indexOf(']'));
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(0, colon);
}

/** @param rawHeaders alternating names and values */
function isRepeated(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at] ?? '')) count++;
  return count > 1;
}

function isHost(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === 'host';
}

function malformed(detail: string): AppError {
  return new AppError('malformed_http', detail);
}

function foreign(): AppError {
  const detail =
    'The Host header names another server. If this one is reached by that name, start it with PUBLIC_URL.';
  return new AppError('cross_site', detail);
}
