import type { JsonText } from './json-text';

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * An answer whose status, headers or ready-made body the framework could not guess from a returned object. The
 * body is JSON unless the headers name another type.
 */
export class Answer {
  constructor(
    readonly status: number,
    readonly body: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

export function ok(body: JsonText): Answer {
  return new Answer(200, body);
}

/** A 201 with the address of what was made, below `collection`. */
export function createdAt(collection: string, { id, row }: { id: string; row: JsonText }): Answer {
  return new Answer(201, row, { location: `${collection}/${encodeURIComponent(id)}` });
}
