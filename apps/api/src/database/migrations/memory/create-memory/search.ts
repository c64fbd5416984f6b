interface SearchedTable {
  table: string;
  kind: string;
  /** What is searched or sorted by. */
  columns: string;
}

const TABLES: SearchedTable[] = [
  {
    table: 'assistant_sessions',
    kind: 'session',
    columns: 'session_date, summary, projects_touched, decisions_made, tasks_completed, tasks_created',
  },
  { table: 'assistant_state', kind: 'state', columns: 'key, value, category' },
  { table: 'assistant_tasks', kind: 'task', columns: 'task' },
  { table: 'assistant_projects', kind: 'project', columns: 'name, description, server, url, stack, notes' },
  { table: 'assistant_people', kind: 'person', columns: 'name, relationship, notes' },
  { table: 'chat_history', kind: 'chat', columns: 'timestamp, chat_id, message' },
];

const watch = ({ table, kind, columns }: SearchedTable) => `
  create trigger search_changed after insert or delete or update of ${columns} on ${table}
    for each row execute function search_enqueue('${kind}');
  create trigger search_emptied after truncate on ${table}
    for each statement execute function search_enqueue_all('${kind}');`;

/**
 * Full-text search over the six tables. Writers pay for one row in a queue; what is searched is made from the queue
 * afterwards, by one process at a time (memory/search/search-index.repository.ts).
 */
export const SEARCH = String.raw`
  -- Which rows changed. No key: writers must not wait for each other, and a row may stand here twice.
  create table search_queue (kind text not null, id bigint not null)
    with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

  -- What can be searched. The words of all but very long texts stay in the row, where a score is soon made.
  create table search_documents (
    kind text not null,
    id bigint not null,
    at timestamptz(3) not null,
    words tsvector not null,
    constraint search_documents_pkey primary key (kind, id)
  ) with (toast_tuple_target = 8160);
  -- The rows with any of some words. Searches read the list of pending entries to its end: it stays short.
  create index search_documents_words on search_documents using gin (words)
    with (fastupdate = on, gin_pending_list_limit = 512);
  -- The newest rows, where a word is in so many that only these are looked at.
  create index search_documents_newest on search_documents (at desc);

  -- In how many rows of a kind each word occurs: a search asks only of the kinds that it may show. The empty word, which
  -- is in every row, counts the rows.
  create table search_words (
    word text collate "C",
    kind text,
    documents integer not null,
    constraint search_words_pkey primary key (word, kind)
  ) with (fillfactor = 70);
  -- The words that a mistyped one may have meant, in all alphabets: in the collation "C" [[:alpha:]] is ASCII alone.
  create index search_words_similar on search_words using gin (word gin_trgm_ops)
    where word ~ '^[a-z\u00a0-\uffff]{4,40}$';

  -- The words of a text in order, without regard to case and accents: parts of identifiers and paths become words, scripts
  -- without spaces are cut into their characters, and endless ones into pieces.
  create function search_parts(text) returns text
    language sql immutable strict parallel safe
    return regexp_replace(
      regexp_replace(
        lower(unaccent('unaccent'::regdictionary, regexp_replace($1,
          '(?<=[[:lower:][:digit:]])(?=[[:upper:]])|(?<=[[:upper:]])(?=[[:upper:]][[:lower:]])', ' ', 'g'))),
        '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'),
      '([^ ]{64}|[\u3040-\u30ff\u3400-\u9fff])', '\1 ', 'g');

  -- Identifiers and paths as a whole.
  create function search_identifiers(text) returns text[]
    language sql immutable strict parallel safe
    return array(
      select lower(unaccent('unaccent'::regdictionary, found[1]))
      from regexp_matches($1,
        '[[:alnum:]]+(?:[-_./:@]+[[:alnum:]]+)+|'
        '[[:alnum:]]*(?:[[:lower:][:digit:]][[:upper:]]|[[:upper:]]{2}[[:lower:]])[[:alnum:]]*', 'g') as found
      where char_length(found[1]) <= 100);

  -- English stems with their positions; beside them, without positions, each word as it stands and the identifiers.
  create function search_lexemes(text) returns tsvector
    language sql immutable strict parallel safe
    return (
      select to_tsvector('pg_catalog.english', parts) || strip(to_tsvector('pg_catalog.simple', parts))
             || array_to_tsvector(search_identifiers($1))
      from search_parts($1) as parts);

  -- A tsvector holds at most 1 MB, which a quarter of the longest texts never fills.
  create function search_vector(text) returns tsvector
    language plpgsql immutable strict parallel safe
    as $$
    begin
      return search_lexemes(left($1, 131072));
    exception when program_limit_exceeded then
      return search_lexemes(left($1, 32768));
    end $$;

  -- What is searched of a row: its name, if it has one, and its body; and what is shown of it.
  create function search_source(searched_kind text, searched_id bigint)
    returns table (name text, title text, body text, at timestamptz)
    language sql stable rows 1
    as $$
      select null, null, concat_ws(E'\n', s.summary, nullif(decisions_made, ''), nullif(tasks_completed, ''),
                                   nullif(tasks_created, ''), nullif(projects_touched, '')), session_date
        from assistant_sessions as s where searched_kind = 'session' and id = searched_id
      union all select key || ' ' || category, key, value, updated_at
        from assistant_state where searched_kind = 'state' and id = searched_id
      union all select null, null, task, updated_at
        from assistant_tasks where searched_kind = 'task' and id = searched_id
      union all select p.name, p.name, concat_ws(E'\n', nullif(description, ''), nullif(notes, ''),
                                                 nullif(stack, ''), nullif(server, ''), nullif(url, '')), updated_at
        from assistant_projects as p where searched_kind = 'project' and id = searched_id
      union all select p.name, p.name, concat_ws(E'\n', nullif(relationship, ''), nullif(notes, '')), updated_at
        from assistant_people as p where searched_kind = 'person' and id = searched_id
      union all select chat_id, chat_id || ', ' || role, message, timestamp
        from chat_history where searched_kind = 'chat' and id = searched_id
    $$;

  create function search_enqueue() returns trigger
    language plpgsql
    as $$
    begin
      insert into search_queue (kind, id) values (tg_argv[0], case tg_op when 'DELETE' then old.id else new.id end);
      return null;
    end $$;
  create function search_enqueue_all() returns trigger
    language plpgsql
    as $$
    begin
      insert into search_queue (kind, id) select kind, id from search_documents where kind = tg_argv[0];
      return null;
    end $$;
  ${TABLES.map(watch).join('')}
`;
