import type { JsonText } from '../../../platform/http/json-text';
import { REPLY_JSON } from '../../row-json';

/** A reply that no agent has confirmed. */
export interface WaitingReply {
  id: number;
  /** A `DeliverDto`. */
  row: JsonText;
  /** Whether an agent has got it. */
  is_handed_out: boolean;
}

/** SQL: a `WaitingReply` as JSON. */
export const WAITING_REPLY = `json_build_object('id', id, 'row', ${REPLY_JSON}, 'is_handed_out', handed_out_at is not null)`;
