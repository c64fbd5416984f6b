import type { Readable } from 'node:stream';
import type { JsonText } from './json-text';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer with its own status, headers or serialised body. The body is JSON unless the headers name another type. */
export class Answer<Body = unknown> {
  /** What its text is: OpenAPI has it from the return types of controllers. */
  declare readonly of?: Body;

  constructor(
    readonly status: number,
    /** A function is called only if the body is sent. */
    readonly body: string | Readable | (() => Promise<Buffer>),
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

export function ok<Body>(body: JsonText<Body>): Answer<Body> {
  return new Answer(200, body);
}

/** A 200 where the method's own status is another. */
export function okDto<Body extends object>(body: Body): Answer<Body> {
  return new Answer(200, JSON.stringify(body));
}

/** A 204 where there is nothing to say. */
export function okOrNothing<Body extends object>(body: Body | null): Answer<Body> {
  return body === null ? new Answer(204, '') : okDto(body);
}

/** What a service returns for a row that has versions. The adapter sends the version as the `ETag`. */
export class Versioned<Row> {
  constructor(
    readonly row: Row,
    /** A text if a point and more follow the version (see `readIfMatch()`). */
    readonly version: number | string,
  ) {}

  toAnswer(status: number, headers: Readonly<Record<string, string>> = {}): Answer<Row> {
    return new Answer(status, JSON.stringify(this.row), {
      ...headers,
      etag: `"${this.version}"`,
      // Browsers may cache it but must revalidate it each time.
      'cache-control': 'private, no-cache',
    });
  }
}

interface Identified {
  id: number | string;
}

/** A 201 with the address of the new row, below `collection`. */
export function created<Row extends Identified>(collection: string, made: Row | Versioned<Row>): Answer<Row> {
  const { id } = made instanceof Versioned ? made.row : made;
  const headers = { location: `${collection}/${encodeURIComponent(String(id))}` };
  return made instanceof Versioned
    ? made.toAnswer(201, headers)
    : new Answer(201, JSON.stringify(made), headers);
}

/** A 201 for a row without an address. `Location` is the collection. */
export function createdIn<Row extends object>(collection: string, row: Row): Answer<Row> {
  return new Answer(201, JSON.stringify(row), { location: collection });
}
