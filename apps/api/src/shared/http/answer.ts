import type { Readable } from 'node:stream';
import type { JsonText } from './json-text';

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * An answer whose status, headers or ready-made body the framework could not guess from a returned object. The
 * body is JSON unless the headers name another type.
 */
export class Answer {
  constructor(
    readonly status: number,
    /** A function is called only if the body is sent. */
    readonly body: string | Readable | (() => Promise<Buffer>),
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

export function ok(body: JsonText): Answer {
  return new Answer(200, body);
}

/** A row that has versions, as JSON. */
export interface VersionedRow<Version extends number | string = number> {
  row: JsonText;
  /** A text if it holds more than the version, after a point (see `readIfMatch()`). */
  version: Version;
}

/** A row with its version as the entity tag, for `If-Match` and `If-None-Match`. */
export function okVersion({ row, version }: VersionedRow<number | string>): Answer {
  return new Answer(200, row, versionHeaders(version));
}

/** A 201 with the address of what was made, below `collection`. */
export function createdAt(collection: string, { id, row }: { id: string; row: JsonText }): Answer {
  return new Answer(201, row, { location: `${collection}/${encodeURIComponent(id)}` });
}

/** The same for a row that is not JSON yet. */
export function createdDto(collection: string, row: { id: number | string }): Answer {
  return createdAt(collection, { id: String(row.id), row: JSON.stringify(row) as JsonText });
}

/** A 201 for a row that has no address. `Location` is that of the collection. */
export function createdIn(collection: string, { row }: { row: JsonText }): Answer {
  return new Answer(201, row, { location: collection });
}

/** A 201 with the address of a row that has versions. */
export function createdVersion(
  collection: string,
  made: VersionedRow<number | string> & { id: string },
): Answer {
  const { status, body, headers } = createdAt(collection, made);
  return new Answer(status, body, { ...headers, ...versionHeaders(made.version) });
}

/** Browsers may store a tagged answer, but must ask each time whether it is still valid. */
function versionHeaders(version: number | string): Record<string, string> {
  return { etag: `"${version}"`, 'cache-control': 'private, no-cache' };
}
