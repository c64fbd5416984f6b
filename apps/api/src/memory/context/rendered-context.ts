import { EntityDigest } from '../../shared/http/headers/entity-tag';
import type { Steps } from '../../shared/turns';
import { sum } from './budget/context-measure';
import { codePoints } from './forms/context-form';

const SLICE_BYTES = 1_048_576;

/** A context as it is sent. */
export interface RenderedContext {
  bytes: Buffer;
  /** In Unicode code points. */
  characters: number;
}

export function renderedText(text: string): RenderedContext {
  const bytes = Buffer.from(text);
  // As many bytes as units: all is ASCII.
  return { bytes, characters: bytes.length === text.length ? text.length : codePoints(text) };
}

export function* renderParts(parts: Iterable<string>): Steps<RenderedContext> {
  const all: RenderedContext[] = [];
  for (const part of parts) {
    all.push(renderedText(part));
    yield;
  }
  return {
    bytes: Buffer.concat(all.map(({ bytes }) => bytes)),
    characters: sum(all.map(({ characters }) => characters)),
  };
}

/** The tag of what the parts are together. */
export function* tagOfParts(parts: Iterable<string | Buffer>): Steps<string> {
  const digest = new EntityDigest();
  for (const part of parts) {
    digest.add(part);
    yield;
  }
  return digest.tag();
}

/** Of bytes, as much as is hashed in one step. */
export function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}
