/** The weight of a speaker's name in the messages of a chat, of that of any other word: it begins each message of that speaker. */
export const SPEAKER = 0.2;

/** Who speaks, where a message begins with a name and a colon. */
const LABEL = String.raw`substring(left(message, 60) from '^[^[:alnum:]]*([[:alpha:]][^:\n]{0,40}):')`;
/** A name begins more than one of the found messages of a chat, and at least one of so many. */
const ONE_OF = 4;

/** SQL: the found rows; those of messages with their chat, and the name that they begin with. */
export const withSpeaker = (found: string) => `
      select found.*, said.chat_id, said.label
      from (${found}) as found left join lateral (
        select chat_id, ${LABEL} as label from chat_history where found.kind = 'chat' and chat_history.id = found.id limit 1) as said on true`;

/** SQL: which words of the query are names of those who speak in a chat. */
export const SPEAKERS = `
    speaker as materialized (
      select chat_id, factor, query
      from (select chat_id, label from (select chat_id, label, count(*) over (partition by chat_id) as found
                                        from candidate where chat_id is not null) as turn
            where label is not null
            group by chat_id, label, found having count(*) > 1 and count(*) * ${ONE_OF} >= found) as named
      join term on search_vector(label) @@ query
    )`;

/** SQL: these words, of the chat of a measured row. */
export const NAMES_OF_SPEAKERS = `
  (select distinct factor, query from speaker where speaker.chat_id = measured.chat_id) as named`;
