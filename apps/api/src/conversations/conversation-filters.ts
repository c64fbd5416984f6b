import type { ConversationListQueryDto } from '@groupless/shared-dto';
import { outcomeOf } from '../database/functions/panel/reports';
import { conditionsBuilder, type Conditions } from '../database/pages/conditions';
import { readerSql, unreadIds } from './reads/own-unread';

export type ConversationFilters = Omit<
  ConversationListQueryDto,
  'sort' | 'limit' | 'cursor' | 'undelivered'
> & {
  /** Only the conversations of these chats. */
  chats?: readonly string[];
  /** The user whose marks say what is unread; null: what the team has not read. */
  reader: string | null;
};

const OUTCOME_COLUMNS = ['person_needed', 'longest_wait_s', 'first_answer_s', 'unanswered_since'];

/** The conditions of filters over `conversations`, with their values as $1, $2 and so on. */
export function conditionsOf({
  search,
  status,
  unread,
  updated_since,
  reader,
  ...exact
}: ConversationFilters): Conditions {
  const { conditions, value, add } = conditionsBuilder();
  if (search !== undefined) {
    const parameter = value(search);
    const matches = `(${[holds(parameter), ...wordsOf(search, value)].join(' or ')})`;
    const where = [...search].length < TRIGRAM ? `${hasShort(parameter)} and ${matches}` : matches;
    add(['search_text'], where, matches);
  }
  if (status?.includes(',') === true) {
    add(['status'], `status = any(${value(status.split(','))})`);
  } else if (status !== undefined) add(['status'], `status = ${value(status)}`);
  if (unread !== undefined && reader !== null) {
    add([], `id ${unread === 'true' ? 'in' : 'not in'} (${unreadIds(readerSql(reader))})`);
  } else if (unread !== undefined) {
    add(['unread_count'], unread === 'true' ? 'unread_count > 0' : 'unread_count = 0');
  }
  const { client_id, chat_id, chats, assigned_to, channel, created_after, created_before, outcome } = exact;
  if (assigned_to === 'none') add(['assigned_to'], 'assigned_to is null');
  else if (assigned_to !== undefined) add(['assigned_to'], `assigned_to = ${value(assigned_to)}`);
  if (channel !== undefined) add(['channel'], `channel = ${value(channel)}`);
  if (client_id !== undefined) add(['client_id'], `client_id = ${value(client_id)}`);
  if (chat_id !== undefined) add(['chat_id'], `chat_id = ${value(chat_id)}`);
  if (chats !== undefined) add(['chat_id'], `chat_id = any(${value(chats)})`);
  if (created_after !== undefined) add(['created_at'], `created_at >= ${value(created_after)}::timestamptz`);
  if (created_before !== undefined) add(['created_at'], `created_at < ${value(created_before)}::timestamptz`);
  if (outcome !== undefined) {
    const wanted = outcome.split(',');
    const isAnswered = wanted.includes('answered') ? ' or first_answer_s is not null' : '';
    add(OUTCOME_COLUMNS, `(${outcomeOf()} = any(${value(wanted)})${isAnswered})`);
  }
  if (updated_since !== undefined) add(['updated_at'], `updated_at >= ${value(updated_since)}::timestamptz`);
  return conditions;
}

/** More words than a name has are not searched separately. */
const MOST_WORDS = 8;

/** Several words match in any order; each has to occur. */
function wordsOf(search: string, value: (given: string) => string): string[] {
  const words = search.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length < 2 || words.length > MOST_WORDS) return [];
  return [`(${words.map((word) => contains(`sort_name(${value(word)})`)).join(' and ')})`];
}

/** A trigram index needs three characters; one and two have an index of their own. */
const TRIGRAM = 3;

/** If nothing is left after accents and signs are removed, the search is ignored. */
function hasShort(parameter: string): string {
  return `short_grams(search_text) @> array_remove(array[left(sort_name(${parameter}), 2)], '')`;
}

/**
 * Whether a conversation contains the searched text. Text that may be part of a phone number is also compared without
 * punctuation and leading zeros.
 */
function holds(parameter: string): string {
  const digits = `ltrim(regexp_replace(${parameter}, '[-+()/. ]', '', 'g'), '0')`;
  return `(${contains(`sort_name(${parameter})`)} or (${digits} ~ '^[0-9]{3,}$' and ${contains(digits)}))`;
}

function contains(text: string): string {
  return `search_text like '%' || regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
}
