import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../platform/errors/app-error';

/** How old a signature may be, and how far the platform's clock may be ahead. */
const WITHIN_MS = 5 * 60_000;

/** What a request carries that its platform signed. */
interface Signed {
  headers: IncomingHttpHeaders;
  body: string;
  now: number;
}

/**
 * `x-retell-signature: v=<milliseconds>,d=<hex>` over the body and the milliseconds, keyed with the API key of the account.
 * @throws AppError `invalid_signature`
 */
export function demandRetellSignature({ headers, body, now }: Signed, apiKey: string): void {
  const header = 'x-retell-signature';
  const [, time, digest] = /^v=(\d{1,16}),d=([0-9a-f]{64})$/.exec(String(headers[header])) ?? [];
  if (time === undefined || digest === undefined || isStale(Number(time), now)) throw refused(header);
  if (!isSigned(body + time, apiKey, digest)) throw refused(header);
}

/**
 * `x-signature` over `<x-timestamp>.<body>`: how Vapi's HMAC credentials sign unless they are told otherwise.
 * @throws AppError `invalid_signature`
 */
export function demandVapiSignature({ headers, body, now }: Signed, secret: string): void {
  const header = 'x-signature';
  const [, digest] = /^(?:sha256=)?([0-9a-f]{64})$/.exec(String(headers[header])) ?? [];
  const [time] = /^\d{1,16}$/.exec(String(headers['x-timestamp'])) ?? [];
  if (time === undefined || digest === undefined || isStale(inMilliseconds(time), now)) throw refused(header);
  if (!isSigned(`${time}.${body}`, secret, digest)) throw refused(header);
}

/** Seconds have ten digits until the year 2286. */
function inMilliseconds(time: string): number {
  return time.length <= 10 ? Number(time) * 1_000 : Number(time);
}

function isStale(timeMs: number, now: number): boolean {
  return Math.abs(now - timeMs) > WITHIN_MS;
}

function isSigned(text: string, secret: string, digest: string): boolean {
  const expected = createHmac('sha256', secret).update(text).digest();
  return timingSafeEqual(expected, Buffer.from(digest, 'hex'));
}

function refused(header: string): AppError {
  const detail = `The signature in ${header} is missing, wrong or older than five minutes.`;
  return new AppError('invalid_signature', detail);
}
