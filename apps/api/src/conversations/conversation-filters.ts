import type { ConversationListQueryDto } from '@groupless/shared-dto';
import { growingConditions, type Conditions } from '../database/pages/conditions';

type Filters = Omit<ConversationListQueryDto, 'sort' | 'limit' | 'cursor'>;

/** The conditions of filters over `conversations`, with their values as $1, $2 and so on. */
export function conditionsOf({ search, status, unread, updated_since, ...exact }: Filters): Conditions {
  const { conditions, value, add } = growingConditions();
  if (search !== undefined) {
    const parameter = value(search);
    const matches = holds(parameter);
    const where = [...search].length < TRIGRAM ? `${hasShort(parameter)} and ${matches}` : matches;
    add(['search_text'], where, matches);
  }
  if (status?.includes(',') === true) {
    add(['status'], `status = any(${value(status.split(','))})`);
  } else if (status !== undefined) add(['status'], `status = ${value(status)}`);
  if (unread !== undefined) {
    add(['unread_count'], unread === 'true' ? 'unread_count > 0' : 'unread_count = 0');
  }
  const { client_id, chat_id } = exact;
  if (client_id !== undefined) add(['client_id'], `client_id = ${value(client_id)}`);
  if (chat_id !== undefined) add(['chat_id'], `chat_id = ${value(chat_id)}`);
  if (updated_since !== undefined) add(['updated_at'], `updated_at >= ${value(updated_since)}::timestamptz`);
  return conditions;
}

/** Trigrams find three characters and more; one and two have an index of their own. */
const TRIGRAM = 3;

/** A text that is folded away matches all. */
function hasShort(parameter: string): string {
  return `short_grams(search_text) @> array_remove(array[left(sort_name(${parameter}), 2)], '')`;
}

/**
 * Whether a conversation holds the searched text. One that could be part of a phone number counts without its signs
 * too, and without the zeros that people dial before a number at home or abroad.
 */
function holds(parameter: string): string {
  const part = (text: string) =>
    `search_text like '%' || regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
  const digits = `ltrim(regexp_replace(${parameter}, '[-+()/. ]', '', 'g'), '0')`;
  return `(${part(`sort_name(${parameter})`)} or (${digits} ~ '^[0-9]{3,}$' and ${part(digits)}))`;
}
