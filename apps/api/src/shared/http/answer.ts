import type { JsonText } from './json-text';

/** An answer whose status, headers or ready-made JSON the framework could not guess from a returned object. */
export class Answer {
  constructor(
    readonly status: number,
    readonly body: JsonText,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

export function ok(body: JsonText): Answer {
  return new Answer(200, body);
}

export function created(body: JsonText): Answer {
  return new Answer(201, body);
}
