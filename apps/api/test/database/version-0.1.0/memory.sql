SET check_function_bodies = false;

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;

CREATE TABLE public.assistant_people (
    id bigint NOT NULL,
    name text NOT NULL,
    relationship text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    written_by text,
    written_through text,
    created_at timestamp(3) with time zone DEFAULT now()
);

CREATE FUNCTION public.assistant_people_as_of(moment timestamp with time zone) RETURNS SETOF public.assistant_people
    LANGUAGE sql STABLE
    AS $$
         select live.* from assistant_people as live
         where coalesce(live.created_at <= moment, true)
           and not exists (
             select from memory_versions as later
             where later.kind = 'person' and later.row_id = live.id and later.at > moment)
         union all
         select past.*
         from (
           select distinct on (row_id) before from memory_versions
           where kind = 'person' and at > moment order by row_id, version
         ) as first_change
         cross join lateral jsonb_populate_record(null::assistant_people, before) as past
         where before is not null and coalesce(past.created_at <= moment, true)
       $$;

CREATE TABLE public.assistant_projects (
    id bigint NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    server text DEFAULT ''::text NOT NULL,
    url text DEFAULT ''::text NOT NULL,
    stack text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    priority integer DEFAULT 5 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    written_by text,
    written_through text,
    CONSTRAINT assistant_projects_priority CHECK (((priority >= 1) AND (priority <= 10)))
);

CREATE FUNCTION public.assistant_projects_as_of(moment timestamp with time zone) RETURNS SETOF public.assistant_projects
    LANGUAGE sql STABLE
    AS $$
         select live.* from assistant_projects as live
         where coalesce(live.created_at <= moment, true)
           and not exists (
             select from memory_versions as later
             where later.kind = 'project' and later.row_id = live.id and later.at > moment)
         union all
         select past.*
         from (
           select distinct on (row_id) before from memory_versions
           where kind = 'project' and at > moment order by row_id, version
         ) as first_change
         cross join lateral jsonb_populate_record(null::assistant_projects, before) as past
         where before is not null and coalesce(past.created_at <= moment, true)
       $$;

CREATE TABLE public.assistant_sessions (
    id bigint NOT NULL,
    session_date timestamp(3) with time zone DEFAULT now() NOT NULL,
    summary text NOT NULL,
    projects_touched text DEFAULT ''::text NOT NULL,
    decisions_made text DEFAULT ''::text NOT NULL,
    tasks_completed text DEFAULT ''::text NOT NULL,
    tasks_created text DEFAULT ''::text NOT NULL,
    mood text,
    idempotency_key text,
    written_by text,
    written_through text
);

CREATE FUNCTION public.assistant_sessions_as_of(moment timestamp with time zone) RETURNS SETOF public.assistant_sessions
    LANGUAGE sql STABLE
    AS $$
         select live.* from assistant_sessions as live
         where coalesce(live.session_date <= moment, true)
           and not exists (
             select from memory_versions as later
             where later.kind = 'session' and later.row_id = live.id and later.at > moment)
         union all
         select past.*
         from (
           select distinct on (row_id) before from memory_versions
           where kind = 'session' and at > moment order by row_id, version
         ) as first_change
         cross join lateral jsonb_populate_record(null::assistant_sessions, before) as past
         where before is not null and coalesce(past.session_date <= moment, true)
       $$;

CREATE TABLE public.assistant_state (
    id bigint NOT NULL,
    key text NOT NULL,
    value text NOT NULL,
    category text DEFAULT 'config'::text NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    previous_value text,
    written_by text,
    written_through text,
    created_at timestamp(3) with time zone DEFAULT now()
);

CREATE FUNCTION public.assistant_state_as_of(moment timestamp with time zone) RETURNS SETOF public.assistant_state
    LANGUAGE sql STABLE
    AS $$
         select live.* from assistant_state as live
         where coalesce(live.created_at <= moment, true)
           and not exists (
             select from memory_versions as later
             where later.kind = 'state' and later.row_id = live.id and later.at > moment)
         union all
         select past.*
         from (
           select distinct on (row_id) before from memory_versions
           where kind = 'state' and at > moment order by row_id, version
         ) as first_change
         cross join lateral jsonb_populate_record(null::assistant_state, before) as past
         where before is not null and coalesce(past.created_at <= moment, true)
       $$;

CREATE TABLE public.assistant_tasks (
    id bigint NOT NULL,
    project_id bigint,
    task text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    priority integer DEFAULT 5 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    written_by text,
    written_through text,
    CONSTRAINT assistant_tasks_priority CHECK (((priority >= 1) AND (priority <= 10))),
    CONSTRAINT assistant_tasks_status CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'cancelled'::text])))
);

CREATE FUNCTION public.assistant_tasks_as_of(moment timestamp with time zone) RETURNS SETOF public.assistant_tasks
    LANGUAGE sql STABLE
    AS $$
         select live.* from assistant_tasks as live
         where coalesce(live.created_at <= moment, true)
           and not exists (
             select from memory_versions as later
             where later.kind = 'task' and later.row_id = live.id and later.at > moment)
         union all
         select past.*
         from (
           select distinct on (row_id) before from memory_versions
           where kind = 'task' and at > moment order by row_id, version
         ) as first_change
         cross join lateral jsonb_populate_record(null::assistant_tasks, before) as past
         where before is not null and coalesce(past.created_at <= moment, true)
       $$;

CREATE FUNCTION public.hook_enqueue() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     declare
       changed jsonb;
     begin
       if not exists (select from hook_events where type = tg_argv[0]) then return null; end if;
       if tg_op = 'DELETE' then
         changed := to_jsonb(old);
       elsif tg_table_name = 'audit_events' then
         select to_jsonb(c) into changed from conversations c where c.id = split_part(new.object, ':', 2)::uuid;
       else
         changed := to_jsonb(new);
       end if;
       if tg_op = 'UPDATE' and to_jsonb(old) - 'agent_last_seen_at' = changed - 'agent_last_seen_at' then
         return null;
       end if;
       if tg_table_name = 'appointments' then
         changed := changed || jsonb_build_object('client', (
           select jsonb_build_object('id', c.id, 'name', c.name) from clients c
           where c.id = (changed ->> 'client_id')::uuid));
       elsif tg_table_name in ('conversations', 'audit_events') then
         changed := changed || jsonb_build_object('assigned_to', (
           select jsonb_build_object('id', u.id, 'name', u.name) from users u
           where u.id = (changed ->> 'assigned_to')::uuid));
       end if;
       insert into hook_outbox (type, object_id, object)
       values (tg_argv[0], changed ->> nullif(tg_argv[1], ''),
               case when tg_argv[2] = 'whole' and tg_op <> 'DELETE' then changed end);
       return null;
     end $$;

CREATE FUNCTION public.keep_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     declare
       told text := nullif(current_setting('groupless.written_through', true), '');
     begin
       insert into memory_versions (kind, row_id, by, through, before)
       select tg_argv[0], old_row.id,
              case when told is null then new_row.written_by
                   else nullif(current_setting('groupless.written_by', true), '') end,
              coalesce(told, new_row.written_through),
              to_jsonb(old_row) - 'previous_value'
       from old_rows as old_row join new_rows as new_row using (id)
       where old_row is distinct from new_row;
       return null;
     end $$;

CREATE FUNCTION public.keep_deleted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into memory_versions (kind, row_id, by, through, before)
       select tg_argv[0], id, nullif(current_setting('groupless.written_by', true), ''),
              nullif(current_setting('groupless.written_through', true), ''), to_jsonb(old_rows) - 'previous_value'
       from old_rows;
       return null;
     end $$;

CREATE FUNCTION public.search_enqueue() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into search_queue (kind, id) values (tg_argv[0], case tg_op when 'DELETE' then old.id else new.id end);
       return null;
     end $$;

CREATE FUNCTION public.search_enqueue_all() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into search_queue (kind, id) select kind, id from search_documents where kind = tg_argv[0];
       return null;
     end $$;

CREATE FUNCTION public.search_identifiers(text) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ARRAY(SELECT lower(public.unaccent('public.unaccent'::regdictionary, found.found[1])) AS lower FROM regexp_matches($1, '[[:alnum:]]+(?:[-_./:@]+[[:alnum:]]+)+|[[:alnum:]]*(?:[[:lower:][:digit:]][[:upper:]]|[[:upper:]]{2}[[:lower:]])[[:alnum:]]*'::text, 'g'::text) found(found) WHERE (char_length(found.found[1]) <= 100));

CREATE FUNCTION public.search_parts(text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN regexp_replace(regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, regexp_replace($1, '(?<=[[:lower:][:digit:]])(?=[[:upper:]])|(?<=[[:upper:]])(?=[[:upper:]][[:lower:]])'::text, ' '::text, 'g'::text))), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'::text, ' '::text, 'g'::text), '([^ ]{64}|[\u3040-\u30ff\u3400-\u9fff])'::text, '\1 '::text, 'g'::text);

CREATE FUNCTION public.search_lexemes(text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (SELECT ((to_tsvector('english'::regconfig, parts.parts) || strip(to_tsvector('simple'::regconfig, parts.parts))) || array_to_tsvector(public.search_identifiers($1))) FROM public.search_parts($1) parts(parts));

CREATE FUNCTION public.search_source(searched_kind text, searched_id bigint) RETURNS TABLE(name text, title text, body text, at timestamp with time zone)
    LANGUAGE sql STABLE ROWS 1
    AS $$
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

CREATE FUNCTION public.search_vector(text) RETURNS tsvector
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
     begin
       return search_lexemes(left($1, 131072));
     exception when program_limit_exceeded then
       return search_lexemes(left($1, 32768));
     end $_$;

CREATE FUNCTION public.sort_name(text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(public.unaccent('public.unaccent'::regdictionary, $1));

CREATE FUNCTION public.text_digest(text) RETURNS bytea
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN sha256(convert_to($1, 'UTF8'::name));

ALTER TABLE public.assistant_people ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.assistant_people_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.assistant_projects ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.assistant_projects_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.assistant_sessions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.assistant_sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.assistant_state ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.assistant_state_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.assistant_tasks ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.assistant_tasks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.chat_history (
    id bigint NOT NULL,
    chat_id text NOT NULL,
    role text NOT NULL,
    message text NOT NULL,
    "timestamp" timestamp(3) with time zone DEFAULT now() NOT NULL,
    external_id text,
    written_in text,
    delivered_at timestamp(3) with time zone,
    author_id uuid,
    author_name text,
    CONSTRAINT chat_history_written_in CHECK ((written_in = ANY (ARRAY['ping'::text, 'panel'::text])))
);

ALTER TABLE public.chat_history ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.chat_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.chats (
    chat_id text NOT NULL,
    takeovers integer DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE public.hook_events (
    type text NOT NULL
);

CREATE TABLE public.hook_outbox (
    id bigint NOT NULL,
    type text NOT NULL,
    object_id text,
    object jsonb,
    at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

ALTER TABLE public.hook_outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.hook_outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.memory_quarantine (
    id bigint NOT NULL,
    kind text NOT NULL,
    row_id bigint NOT NULL,
    status text DEFAULT 'held'::text NOT NULL,
    rule text NOT NULL,
    digest text NOT NULL,
    found_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT memory_quarantine_status CHECK ((status = ANY (ARRAY['held'::text, 'released'::text])))
);

ALTER TABLE public.memory_quarantine ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.memory_quarantine_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.memory_versions (
    version bigint NOT NULL,
    kind text NOT NULL,
    row_id bigint NOT NULL,
    at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    by text,
    through text,
    before jsonb
);

ALTER TABLE public.memory_versions ALTER COLUMN version ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.memory_versions_version_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.migrations (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);

CREATE SEQUENCE public.migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.migrations_id_seq OWNED BY public.migrations.id;

CREATE TABLE public.search_documents (
    kind text NOT NULL,
    id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    words tsvector NOT NULL
)
WITH (toast_tuple_target='8160');

CREATE TABLE public.search_queue (
    kind text NOT NULL,
    id bigint NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

CREATE TABLE public.search_words (
    word text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    documents integer NOT NULL
)
WITH (fillfactor='70');

ALTER TABLE ONLY public.migrations ALTER COLUMN id SET DEFAULT nextval('public.migrations_id_seq'::regclass);

INSERT INTO public.assistant_people (id, name, relationship, notes, updated_at, written_by, written_through, created_at) VALUES (1, 'Żaneta', 'colleague', '', '2026-11-23 01:27:13.502+00', NULL, NULL, '2026-11-23 01:27:13.502+00');

INSERT INTO public.assistant_projects (id, name, description, status, server, url, stack, notes, priority, created_at, updated_at, written_by, written_through) VALUES (1, 'shop', '', 'active', '', '', '', '', 8, '2026-11-23 01:27:13.452+00', '2026-11-23 01:27:13.452+00', 'Ada Admin', 'panel');

INSERT INTO public.assistant_sessions (id, session_date, summary, projects_touched, decisions_made, tasks_completed, tasks_created, mood, idempotency_key, written_by, written_through) VALUES (1, '2026-11-23 01:27:13.482+00', 'Moved the shop.
The old server goes in May.', 'shop', '', '', '', NULL, NULL, NULL, NULL);

INSERT INTO public.assistant_state (id, key, value, category, updated_at, previous_value, written_by, written_through, created_at) VALUES (1, 'deploy.host', 'shop-2', 'config', '2026-11-23 01:27:13.486+00', 'shop-1', NULL, NULL, '2026-11-23 01:27:13.486+00');

INSERT INTO public.assistant_tasks (id, project_id, task, status, priority, created_at, updated_at, written_by, written_through) VALUES (1, 1, 'Renew the certificate', 'pending', 9, '2026-11-23 01:27:13.51+00', '2026-11-23 01:27:13.51+00', NULL, NULL);

INSERT INTO public.chat_history (id, chat_id, role, message, "timestamp", external_id, written_in, delivered_at, author_id, author_name) VALUES (1, 'project:example.com/shop', 'user', 'Where is the shop?', '2026-11-23 01:27:13.519+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.chat_history (id, chat_id, role, message, "timestamp", external_id, written_in, delivered_at, author_id, author_name) VALUES (2, 'web-1', 'user', 'Hello', '2026-11-23 01:27:13.519+00', NULL, NULL, NULL, NULL, NULL);

INSERT INTO public.memory_versions (version, kind, row_id, at, by, through, before) OVERRIDING SYSTEM VALUE VALUES (1, 'state', 1, '2026-11-23 01:27:13.494+00', NULL, NULL, '{"id": 1, "key": "deploy.host", "value": "shop-1", "category": "config", "created_at": "2026-11-23T01:27:13.486+00:00", "updated_at": "2026-11-23T01:27:13.486+00:00", "written_by": null, "written_through": null}');

INSERT INTO public.migrations (id, "timestamp", name) VALUES (1, 1795132800000, 'CreateMemoryTables1795132800000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (2, 1795132820000, 'CreateSearch1795132820000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (3, 1795132830000, 'IndexMemoryLists1795132830000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (4, 1795132840000, 'ExtendChats1795132840000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (5, 1795132990000, 'IndexDashboard1795132990000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (6, 1795364000000, 'IndexWaitingReplies1795364000000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (7, 1795364100000, 'NameAuthors1795364100000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (8, 1795371000000, 'NameWriters1795371000000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (9, 1795371100000, 'KeepVersions1795371100000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (10, 1795372000000, 'Quarantine1795372000000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (11, 1795373000000, 'CreateHookOutbox1795373000000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (12, 1795375200000, 'TellStateByItsId1795375200000');

INSERT INTO public.search_documents (kind, id, at, words) VALUES ('session', 1, '2026-11-23 01:27:13.482+00', '''goe'':7 ''goes'' ''in'' ''may'':9 ''move'':1 ''moved'' ''old'':5 ''server'':6 ''shop'':3 ''the''');

SELECT pg_catalog.setval('public.assistant_people_id_seq', 1, true);

SELECT pg_catalog.setval('public.assistant_projects_id_seq', 1, true);

SELECT pg_catalog.setval('public.assistant_sessions_id_seq', 1, true);

SELECT pg_catalog.setval('public.assistant_state_id_seq', 1, true);

SELECT pg_catalog.setval('public.assistant_tasks_id_seq', 1, true);

SELECT pg_catalog.setval('public.chat_history_id_seq', 2, true);

SELECT pg_catalog.setval('public.hook_outbox_id_seq', 1, false);

SELECT pg_catalog.setval('public.memory_quarantine_id_seq', 1, false);

SELECT pg_catalog.setval('public.memory_versions_version_seq', 1, true);

SELECT pg_catalog.setval('public.migrations_id_seq', 12, true);

ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id);

ALTER TABLE ONLY public.assistant_people
    ADD CONSTRAINT assistant_people_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assistant_projects
    ADD CONSTRAINT assistant_projects_name UNIQUE (name);

ALTER TABLE ONLY public.assistant_projects
    ADD CONSTRAINT assistant_projects_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assistant_sessions
    ADD CONSTRAINT assistant_sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assistant_state
    ADD CONSTRAINT assistant_state_key UNIQUE (key);

ALTER TABLE ONLY public.assistant_state
    ADD CONSTRAINT assistant_state_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assistant_tasks
    ADD CONSTRAINT assistant_tasks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.chat_history
    ADD CONSTRAINT chat_history_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.chats
    ADD CONSTRAINT chats_pkey PRIMARY KEY (chat_id);

ALTER TABLE ONLY public.hook_events
    ADD CONSTRAINT hook_events_pkey PRIMARY KEY (type);

ALTER TABLE ONLY public.hook_outbox
    ADD CONSTRAINT hook_outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.memory_quarantine
    ADD CONSTRAINT memory_quarantine_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.memory_quarantine
    ADD CONSTRAINT memory_quarantine_row UNIQUE (kind, row_id);

ALTER TABLE ONLY public.memory_versions
    ADD CONSTRAINT memory_versions_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.search_documents
    ADD CONSTRAINT search_documents_pkey PRIMARY KEY (kind, id);

ALTER TABLE ONLY public.search_words
    ADD CONSTRAINT search_words_pkey PRIMARY KEY (word, kind);

CREATE INDEX assistant_people_by_name ON public.assistant_people USING btree (public.sort_name(name) COLLATE "C", id);

CREATE INDEX assistant_projects_by_priority ON public.assistant_projects USING btree (priority DESC, public.sort_name(name) COLLATE "C", id);

CREATE INDEX assistant_sessions_idempotency ON public.assistant_sessions USING btree (idempotency_key, session_date DESC) WHERE (idempotency_key IS NOT NULL);

CREATE INDEX assistant_sessions_newest ON public.assistant_sessions USING btree (session_date DESC, id DESC);

CREATE INDEX assistant_state_by_category ON public.assistant_state USING btree (category COLLATE "C", key COLLATE "C");

CREATE INDEX assistant_state_by_change ON public.assistant_state USING btree (updated_at, id);

CREATE INDEX assistant_state_by_key ON public.assistant_state USING btree (key COLLATE "C");

CREATE INDEX assistant_tasks_by_change ON public.assistant_tasks USING btree (updated_at, id);

CREATE INDEX assistant_tasks_by_creation ON public.assistant_tasks USING btree (created_at, id);

CREATE INDEX assistant_tasks_by_priority ON public.assistant_tasks USING btree (priority DESC, created_at, id);

CREATE INDEX assistant_tasks_completed ON public.assistant_tasks USING btree (updated_at) WHERE (status = 'completed'::text);

CREATE INDEX assistant_tasks_of_project ON public.assistant_tasks USING btree (project_id) WHERE (project_id IS NOT NULL);

CREATE UNIQUE INDEX assistant_tasks_pending_text ON public.assistant_tasks USING btree (public.text_digest(task)) WHERE (status = 'pending'::text);

CREATE INDEX assistant_tasks_similar ON public.assistant_tasks USING gist (task public.gist_trgm_ops (siglen='64')) WHERE (status = 'pending'::text);

CREATE INDEX assistant_tasks_text ON public.assistant_tasks USING btree (public.text_digest(task), id DESC);

CREATE INDEX assistant_tasks_urgent ON public.assistant_tasks USING btree (priority DESC, created_at, id) WHERE (status = 'pending'::text);

CREATE INDEX chat_history_by_time ON public.chat_history USING btree ("timestamp") INCLUDE (role);

CREATE UNIQUE INDEX chat_history_external_id ON public.chat_history USING btree (chat_id, external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX chat_history_newest ON public.chat_history USING btree (chat_id, "timestamp" DESC, id DESC);

CREATE INDEX chat_history_received ON public.chat_history USING btree (chat_id, id) WHERE ((written_in = 'ping'::text) AND (role = 'user'::text));

CREATE INDEX chat_history_undelivered ON public.chat_history USING btree (chat_id, id) WHERE ((written_in = 'panel'::text) AND (delivered_at IS NULL));

CREATE INDEX chat_history_waiting ON public.chat_history USING btree (id) WHERE ((written_in = 'panel'::text) AND (delivered_at IS NULL));

CREATE INDEX memory_versions_by_time ON public.memory_versions USING brin (at);

CREATE INDEX memory_versions_of_row ON public.memory_versions USING btree (kind, row_id, version);

CREATE INDEX search_documents_newest ON public.search_documents USING btree (at DESC);

CREATE INDEX search_documents_words ON public.search_documents USING gin (words) WITH (fastupdate='on', gin_pending_list_limit='512');

CREATE INDEX search_words_similar ON public.search_words USING gin (word public.gin_trgm_ops) WHERE (word ~ '^[[:alpha:]]{4,40}$'::text);

CREATE TRIGGER changed_kept AFTER UPDATE ON public.assistant_people REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_changed('person');

CREATE TRIGGER changed_kept AFTER UPDATE ON public.assistant_projects REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_changed('project');

CREATE TRIGGER changed_kept AFTER UPDATE ON public.assistant_sessions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_changed('session');

CREATE TRIGGER changed_kept AFTER UPDATE ON public.assistant_state REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_changed('state');

CREATE TRIGGER changed_kept AFTER UPDATE ON public.assistant_tasks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_changed('task');

CREATE TRIGGER deleted_kept AFTER DELETE ON public.assistant_people REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_deleted('person');

CREATE TRIGGER deleted_kept AFTER DELETE ON public.assistant_projects REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_deleted('project');

CREATE TRIGGER deleted_kept AFTER DELETE ON public.assistant_sessions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_deleted('session');

CREATE TRIGGER deleted_kept AFTER DELETE ON public.assistant_state REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_deleted('state');

CREATE TRIGGER deleted_kept AFTER DELETE ON public.assistant_tasks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_deleted('task');

CREATE TRIGGER hook_delete AFTER DELETE ON public.assistant_people FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('person.updated', 'id', 'whole');

CREATE TRIGGER hook_delete AFTER DELETE ON public.assistant_projects FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('project.updated', 'id', 'whole');

CREATE TRIGGER hook_delete AFTER DELETE ON public.assistant_state FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('state.updated', 'id', '');

CREATE TRIGGER hook_delete AFTER DELETE ON public.assistant_tasks FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('task.updated', 'id', 'whole');

CREATE TRIGGER hook_insert AFTER INSERT ON public.assistant_people FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('person.updated', 'id', 'whole');

CREATE TRIGGER hook_insert AFTER INSERT ON public.assistant_projects FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('project.updated', 'id', 'whole');

CREATE TRIGGER hook_insert AFTER INSERT ON public.assistant_sessions FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('session.created', 'id', 'whole');

CREATE TRIGGER hook_insert AFTER INSERT ON public.assistant_state FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('state.updated', 'id', '');

CREATE TRIGGER hook_insert AFTER INSERT ON public.assistant_tasks FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('task.updated', 'id', 'whole');

CREATE TRIGGER hook_update AFTER UPDATE ON public.assistant_people FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('person.updated', 'id', 'whole');

CREATE TRIGGER hook_update AFTER UPDATE ON public.assistant_projects FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('project.updated', 'id', 'whole');

CREATE TRIGGER hook_update AFTER UPDATE ON public.assistant_state FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('state.updated', 'id', '');

CREATE TRIGGER hook_update AFTER UPDATE ON public.assistant_tasks FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('task.updated', 'id', 'whole');

CREATE TRIGGER search_changed AFTER INSERT OR DELETE OR UPDATE OF name, relationship, notes ON public.assistant_people FOR EACH ROW EXECUTE FUNCTION public.search_enqueue('person');

CREATE TRIGGER search_changed AFTER INSERT OR DELETE OR UPDATE OF name, description, server, url, stack, notes ON public.assistant_projects FOR EACH ROW EXECUTE FUNCTION public.search_enqueue('project');

CREATE TRIGGER search_changed AFTER INSERT OR DELETE OR UPDATE OF session_date, summary, projects_touched, decisions_made, tasks_completed, tasks_created ON public.assistant_sessions FOR EACH ROW EXECUTE FUNCTION public.search_enqueue('session');

CREATE TRIGGER search_changed AFTER INSERT OR DELETE OR UPDATE OF key, value, category ON public.assistant_state FOR EACH ROW EXECUTE FUNCTION public.search_enqueue('state');

CREATE TRIGGER search_changed AFTER INSERT OR DELETE OR UPDATE OF task ON public.assistant_tasks FOR EACH ROW EXECUTE FUNCTION public.search_enqueue('task');

CREATE TRIGGER search_changed AFTER INSERT OR DELETE OR UPDATE OF "timestamp", chat_id, message ON public.chat_history FOR EACH ROW EXECUTE FUNCTION public.search_enqueue('chat');

CREATE TRIGGER search_emptied AFTER TRUNCATE ON public.assistant_people FOR EACH STATEMENT EXECUTE FUNCTION public.search_enqueue_all('person');

CREATE TRIGGER search_emptied AFTER TRUNCATE ON public.assistant_projects FOR EACH STATEMENT EXECUTE FUNCTION public.search_enqueue_all('project');

CREATE TRIGGER search_emptied AFTER TRUNCATE ON public.assistant_sessions FOR EACH STATEMENT EXECUTE FUNCTION public.search_enqueue_all('session');

CREATE TRIGGER search_emptied AFTER TRUNCATE ON public.assistant_state FOR EACH STATEMENT EXECUTE FUNCTION public.search_enqueue_all('state');

CREATE TRIGGER search_emptied AFTER TRUNCATE ON public.assistant_tasks FOR EACH STATEMENT EXECUTE FUNCTION public.search_enqueue_all('task');

CREATE TRIGGER search_emptied AFTER TRUNCATE ON public.chat_history FOR EACH STATEMENT EXECUTE FUNCTION public.search_enqueue_all('chat');

ALTER TABLE ONLY public.assistant_tasks
    ADD CONSTRAINT assistant_tasks_project FOREIGN KEY (project_id) REFERENCES public.assistant_projects(id) ON DELETE SET NULL;

