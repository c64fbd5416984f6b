import { isHeldBack } from '../../fence/quarantine/held-back';
import { isSaidFor } from '../../readers/reader';
import { READER } from './candidates';

/** What an excerpt is taken from, in characters: a page of whole long texts would take seconds to look through. */
export const MOST_SHOWN = 16_384;

/** What a message of a chat adds to the next one and to the one before, of its own score: turns go on about a subject. */
export const AFTER_HIT = 0.5;
export const BEFORE_HIT = 0.3;

/** Turns of several sessions may alternate in one chat: among so many the neighbour is looked for. */
const MOST_BETWEEN = 50;

const SIDES = { before: { comes: '<', order: 'desc' }, after: { comes: '>', order: 'asc' } } as const;
export type Side = keyof typeof SIDES;

/** SQL: the message that comes before or after one in the same chat and session, and that the one who searches may see. */
export const neighbourOf = (turn: string, side: Side) => {
  const { comes, order } = SIDES[side];
  return `
  select said.id, said.role, said.message from (
    select id, role, chat_id, session_id, owner_id, timestamp, message from chat_history
    where chat_id = ${turn}.chat_id and (timestamp, id) ${comes} (${turn}.timestamp, ${turn}.id)
    order by timestamp ${order}, id ${order} limit ${MOST_BETWEEN}) as said
  where (said.session_id, said.owner_id) is not distinct from (${turn}.session_id, ${turn}.owner_id)
    and ${isSaidFor('said', READER)} and ($11 = '' or not ${isHeldBack("'chat'", 'said.id')})
  order by said.timestamp ${order}, said.id ${order} limit 1`;
};

/** SQL: the neighbour of the message of a page, as a `FoundTurn`. */
export const besideHit = (side: Side) =>
  `(select jsonb_build_object('id', id, 'role', role, 'message', left(message, ${MOST_SHOWN}))
    from (${neighbourOf('hit', side)}) as beside)`;
