import { createdAt, ok, type Answer } from '../../shared/http/answer';
import type { JsonText } from '../../shared/http/json-text';

export interface Written {
  /** Of the row, where this call made it. */
  created_id: string | null;
  json: JsonText;
}

/** A 201 with the address of the row below `collection` where the call made it, else a 200. */
export function writeAnswer(collection: string, { created_id, json }: Written): Answer {
  return created_id === null ? ok(json) : createdAt(collection, { id: created_id, row: json });
}
