import { jsonObject, toJsonText, type JsonText } from '../shared/http/json-text';
import type { ActiveAccount } from './account-sessions.repository';

/**
 * An `ActiveSessionDto` as JSON.
 * @param document of the session, which is not parsed on its way
 */
export function toActiveSession(account: ActiveAccount, document: JsonText): JsonText {
  return jsonObject({
    id: toJsonText(account.id),
    name: toJsonText(account.name),
    type: toJsonText(account.type),
    session_data: document,
    session_version: toJsonText(account.session_version),
    updated_at: toJsonText(account.updated_at.toISOString()),
  });
}
