import type { Readable } from 'node:stream';
import type { JsonText } from './json-text';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer with its own status, headers or serialised body. The body is JSON unless the headers name another type. */
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
  /** A text if a point and more follow the version (see `readIfMatch()`). */
  version: Version;
}

/** A row with its version as the entity tag, for `If-Match` and `If-None-Match`. */
export function okVersion({ row, version }: VersionedRow<number | string>): Answer {
  return new Answer(200, row, versionHeaders(version));
}

/** A 201 with the address of the new row, below `collection`. */
export function createdAt(collection: string, { id, row }: { id: string; row: JsonText }): Answer {
  return new Answer(201, row, { location: `${collection}/${encodeURIComponent(id)}` });
}

/** The same for a row that is not JSON yet. */
export function createdDto(collection: string, row: { id: number | string }): Answer {
  return createdAt(collection, { id: String(row.id), row: JSON.stringify(row) as JsonText });
}

/** A 201 for a row without an address. `Location` is the collection. */
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

/** Browsers may cache a tagged answer but must revalidate it each time. */
function versionHeaders(version: number | string): Record<string, string> {
  return { etag: `"${version}"`, 'cache-control': 'private, no-cache' };
}
