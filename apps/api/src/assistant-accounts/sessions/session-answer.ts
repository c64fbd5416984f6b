import type { ActiveSessionDto, ActiveSessionFormat } from '@groupless/shared-dto';
import { Answer } from '../../platform/http/answer';
import { jsonObject, toJsonText, type JsonText } from '../../platform/http/json-text';

/** A session that is handed out. */
export interface SessionRead {
  session_version: number;
  /** Null if the caller has this version already. */
  content: (Pick<ActiveSessionDto, 'id' | 'name' | 'type' | 'updated_at'> & { document: JsonText }) | null;
}

/** The answer, with its version as the entity tag. The document is not parsed on its way, so it stays to the letter. */
export function sessionAnswer(
  { session_version, content }: SessionRead,
  format: ActiveSessionFormat,
): Answer<ActiveSessionDto> {
  const headers = { etag: `"${session_version}"`, 'cache-control': 'no-store' };
  if (content === null) return new Answer(304, '', headers);
  if (format === 'raw') return new Answer(200, content.document, headers);
  const { id, name, type, document, updated_at } = content;
  const body = jsonObject({
    id: toJsonText(id),
    name: toJsonText(name),
    type: toJsonText(type),
    session_data: document,
    session_version: toJsonText(session_version),
    updated_at: toJsonText(updated_at),
  });
  return new Answer(200, body, headers);
}
