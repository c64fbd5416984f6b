import { bikes, names, openings, times, turns } from '../../../../demo/phrases.json';
import { instantBefore, inTurn, newestInstant, pick, type ScaledPart } from './scaled-part';

/** Messages of one chat. */
const CHAT_LENGTH = 25;
/**
 * One of so many messages goes to a single long chat. Not a multiple of CHAT_LENGTH, so it gets questions and answers.
 */
const LONG_CHAT_SHARE = 97;

const turn = (questions: string, answers: string, number: string) =>
  `case when place % 2 = 0 then ${inTurn(questions, number)} else ${inTurn(answers, number)} end`;
const TEXT = `case when chat % 4 = 3 and place < 2 then ${turn('$9', '$10', 'chat / 4')}
                   else ${turn('$4', '$5', 'chat + place / 2')} end`;
const FILLED = `
  replace(replace(replace(replace(${TEXT},
    '{bike}', ${pick('$6', 'chat', 3)}),
    '{time}', ${pick('$7', 'chat + place / 2', 11)}),
    '{name}', ${pick('$8', 'chat', 29)}),
    '{number}', (100000 + chat)::text)`;

/** Questions of customers, each followed by its answer. */
export const scaledMessages: ScaledPart = {
  name: 'large: chat messages',
  rows: (scale) => scale,
  batch: 10_000,
  insert: `
    insert into chat_history (chat_id, role, message, timestamp)
    select case when number % ${LONG_CHAT_SHARE} = 0 then 'large-0'
                else 'large-' || to_char(chat + 1, 'FM00000000') end,
           case when place % 2 = 0 then 'user' else 'assistant' end,
           ${FILLED},
           ${instantBefore('$3', 'chat')} + make_interval(secs => place * 40)
    from generate_series($1::bigint, $2::bigint) as number,
         lateral (select (number - 1) / ${CHAT_LENGTH} as chat, (number - 1) % ${CHAT_LENGTH} as place) as position
    order by number
    returning id`,
  values: (calendar) => [
    newestInstant(calendar),
    turns.map(([question]) => question),
    turns.map(([, answer]) => answer),
    bikes,
    times,
    names,
    openings.map(([question]) => question),
    openings.map(([, answer]) => answer),
  ],
};
