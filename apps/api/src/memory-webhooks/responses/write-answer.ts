import { Answer, ok } from '../../platform/http/answer';
import type { JsonText } from '../../platform/http/json-text';

export interface Written {
  /** Of the row, where this call made it. */
  created_id: string | null;
  json: JsonText;
  /** The name of its project, where the address needs it. */
  project?: string | null;
}

/** A 201 with the address of the row below `collection` where the call made it, else a 200. */
export function writeAnswer<Body>(
  collection: string,
  { created_id, json, project = null }: Written,
): Answer<Body> {
  if (created_id === null) return ok(json);
  const query = project === null ? '' : `?project=${encodeURIComponent(project)}`;
  return new Answer(201, json, { location: `${collection}/${encodeURIComponent(created_id)}${query}` });
}
