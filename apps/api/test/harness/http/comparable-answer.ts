import { createHash } from 'node:crypto';
import type { ReceivedAnswer } from './problems';

/** Of the connection, of one answer alone, or tags that each server makes in its own way. */
const OWN = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'server', 'date'],
  ...['x-request-id', 'etag', 'last-modified', 'vary'],
]);
const LONG = 4_000;

/**
 * What must be equal in the answers of two servers to the same request: the page's nonce and the request's id are
 * taken out, and of a long text the digest stands in its place.
 */
export function comparable({ status, headers, text }: ReceivedAnswer) {
  const [, nonce = '?'] = /'nonce-([\w+/=]+)'/.exec(String(headers['content-security-policy'])) ?? [];
  const id = String(headers['x-request-id']);
  const same = (value: unknown) => String(value).replaceAll(nonce, 'NONCE').replaceAll(id, 'ID');
  const kept = Object.entries(headers).filter(([name]) => !OWN.has(name));
  return {
    status,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, same(value)])),
    text: text.length < LONG ? same(text) : createHash('sha256').update(same(text)).digest('hex'),
  };
}
