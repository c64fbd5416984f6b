import { EntityDigest } from '../../platform/http/headers/entity-tag';
import type { Steps } from '../../shared/time-slices';

const SLICE_BYTES = 1_048_576;

/** A rendered context. */
export interface RenderedContext {
  bytes: Buffer;
  /** In quarters of a token. */
  cost: number;
}

/** @param count counts the cost of a part */
export function* renderParts(
  parts: Iterable<string>,
  count: (part: string) => number,
): Steps<RenderedContext> {
  const texts: string[] = [];
  let size = 0;
  let cost = 0;
  for (const text of parts) {
    size += Buffer.byteLength(text);
    cost += count(text);
    texts.push(text);
    yield;
  }
  const bytes = Buffer.allocUnsafe(size);
  let end = 0;
  for (const text of texts) {
    end += bytes.write(text, end);
    yield;
  }
  return { bytes, cost };
}

/** The entity tag of all parts together. */
export function* tagOfParts(parts: Iterable<string | Buffer>): Steps<string> {
  const digest = new EntityDigest();
  for (const part of parts) {
    digest.add(part);
    yield;
  }
  return digest.tag();
}

/** Slices of bytes, each hashed in one step. */
export function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}
