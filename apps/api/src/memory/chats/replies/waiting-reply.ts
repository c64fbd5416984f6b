import type { JsonText } from '../../../platform/http/json-text';
import { IS_REMINDER, REMINDER_KEY, REPLY_JSON } from '../../row-json';

/** A reply that no agent has confirmed. */
export interface WaitingReply {
  id: number;
  /** A `DeliverDto`. */
  row: JsonText;
  /** Whether an agent has got it. */
  is_handed_out: boolean;
  /** The key of a reminder; null: it is a person's reply. */
  reminder_key: string | null;
}

const OF_REMINDER = `case when ${IS_REMINDER} then substr(request_key, ${REMINDER_KEY.length + 1}) end`;

/** SQL: a `WaitingReply` as JSON. */
export const WAITING_REPLY = `json_build_object('id', id, 'row', ${REPLY_JSON},
  'is_handed_out', handed_out_at is not null, 'reminder_key', ${OF_REMINDER})`;
