import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;

/** The caller's `x-request-id` in hyphenated lower case if it is a UUID, else a new one. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  const groups = typeof given === 'string' ? UUID.exec(given) : null;
  return groups === null ? randomUUID() : groups.slice(1).join('-').toLowerCase();
}
