import { BIKES, NAMES, OPENINGS, TIMES, TURNS } from './phrases';
import { instantBefore, inTurn, newestInstant, pick, type ScaledPart } from './scaled-part';

/** Messages of one chat. */
const CHAT_LENGTH = 25;
/** One of so many messages belongs to a single long chat instead; no multiple of the length, so that both speak in it. */
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

/** Questions of customers, each with its answer after it. */
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
    order by number`,
  values: (calendar) => [
    newestInstant(calendar),
    TURNS.map(([question]) => question),
    TURNS.map(([, answer]) => answer),
    BIKES,
    TIMES,
    NAMES,
    OPENINGS.map(([question]) => question),
    OPENINGS.map(([, answer]) => answer),
  ],
};
