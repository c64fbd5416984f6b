SET check_function_bodies = false;

CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA public;

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;

CREATE FUNCTION public.add_to_count(counted text, change bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
     declare
       free bigint;
     begin
       if change = 0 then return; end if;
       select id into free from row_counts where name = counted limit 1 for update skip locked;
       if found then
         update row_counts set count = count + change where id = free;
       else
         insert into row_counts (name, count) values (counted, change);
       end if;
     end $$;

CREATE FUNCTION public.client_keys() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      new.name_key := sort_name(new.name);
      new.search_text := sort_name(concat_ws(E'\n', new.name, new.email, new.company));
      if octet_length(new.name_key) > 800 then new.name_key := left(new.name_key, 200); end if;
      if octet_length(new.search_text) > 1600 then new.search_text := left(new.search_text, 400); end if;
      return new;
    end $$;

CREATE FUNCTION public.clients_with(text, text) RETURNS TABLE(id uuid, name text)
    LANGUAGE sql STABLE
    AS $_$
       select id, name from (
         select 1 as place, id, name, created_at from clients
           where $1 is not null and coalesce(phone, U&'\+10FFFF') collate "C" = $1
         union all
         select 2, id, name, created_at from clients
           where $2 is not null and coalesce(lower(email), U&'\+10FFFF') collate "C" = lower($2)
       ) as found
       order by place, created_at, id
     $_$;

CREATE FUNCTION public.conversation_keys() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       new.search_text := sort_name(concat_ws(E'\n', new.contact_name, new.contact_phone,
         regexp_replace(new.contact_phone, '\D', '', 'g'), new.chat_id, new.last_message_preview));
       return new;
     end $$;

CREATE FUNCTION public.count_clients() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       if tg_op = 'INSERT' then
         perform add_to_count('clients', (select count(*) from added));
       elsif tg_op = 'DELETE' then
         perform add_to_count('clients', -(select count(*) from removed));
       else
         delete from row_counts where name = 'clients';
       end if;
       return null;
     end $$;

CREATE FUNCTION public.count_open_conversations() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       if tg_op = 'INSERT' then
         perform add_to_count('open_conversations', (select count(*) from added where status = 'open'));
       elsif tg_op = 'DELETE' then
         perform add_to_count('open_conversations', -(select count(*) from removed where status = 'open'));
       elsif tg_op = 'UPDATE' then
         perform add_to_count('open_conversations', (new.status = 'open')::int - (old.status = 'open')::int);
       else
         delete from row_counts where name = 'open_conversations';
       end if;
       return null;
     end $$;

CREATE FUNCTION public.end_access_of_user() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       delete from auth_sessions where user_id = new.id;
       delete from user_invites where user_id = new.id or made_by = new.id;
       delete from calendar_tokens where user_id = new.id;
       return null;
     end $$;

CREATE FUNCTION public.find_or_make_client(new_id uuid, new_name text, new_phone text, new_email text, new_source text, new_notes text, at timestamp with time zone) RETURNS TABLE(id uuid, name text, made boolean)
    LANGUAGE plpgsql
    AS $$
     #variable_conflict use_column
     begin
       perform lock_client_contacts(new_phone, new_email);
       return query select found.id, found.name, false from clients_with(new_phone, new_email) as found limit 1;
       if found then
         perform touch_client((select known.id from clients_with(new_phone, new_email) as known limit 1), at);
         return;
       end if;
       insert into clients (id, name, phone, email, source, notes, last_activity_at, created_at, updated_at)
         values (new_id, new_name, new_phone, new_email, new_source, new_notes, at, at, at);
       return query select new_id, new_name, true;
     end $$;

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

CREATE FUNCTION public.lock_client_contacts(phone text, email text) RETURNS void
    LANGUAGE plpgsql
    AS $$
     declare
       contact integer;
     begin
       perform pg_advisory_xact_lock_shared(7202, 0);
       for contact in
         select distinct hashtext(given) from unnest(array[phone, lower(email)]) as given where given is not null order by 1
       loop
         perform pg_advisory_xact_lock(7203, contact);
       end loop;
     end $$;

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        raise exception 'rows of % are only ever added', tg_table_name using errcode = 'insufficient_privilege';
      end $$;

CREATE FUNCTION public.refuse_removal() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   begin
     if current_setting('groupless.audit_retention', true) is distinct from 'on'
        or old.at > now() - interval '30 days' then
       raise exception 'rows of % are only ever added', tg_table_name using errcode = 'insufficient_privilege';
     end if;
     return old;
   end $$;

CREATE FUNCTION public.short_grams(text) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (SELECT (letters.letters || ARRAY(SELECT (pair.a || pair.b) FROM UNNEST(letters.letters[:(cardinality(letters.letters) - 1)], letters.letters[2:]) pair(a, b))) FROM string_to_array($1, NULL::text) letters(letters));

CREATE FUNCTION public.sort_name(text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(public.unaccent('public.unaccent'::regdictionary, $1));

CREATE FUNCTION public.touch_client(client_id uuid, at timestamp with time zone) RETURNS void
    LANGUAGE sql
    AS $$
       update clients set last_activity_at = at
       where id = client_id and coalesce(last_activity_at, '-infinity') < at
     $$;

CREATE TABLE public.agent_sightings (
    is_only_row boolean DEFAULT true NOT NULL,
    last_seen_at timestamp(3) with time zone,
    CONSTRAINT agent_sightings_only_row CHECK (is_only_row)
)
WITH (fillfactor='50');

CREATE TABLE public.api_keys (
    id uuid NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    prefix text NOT NULL,
    digest bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.appointment_events (
    appointment_id uuid NOT NULL,
    version integer NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    user_id uuid,
    user_name text,
    key_name text,
    from_status text,
    to_status text NOT NULL,
    changes jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT appointment_events_from_status CHECK ((from_status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'completed'::text, 'cancelled'::text, 'no_show'::text]))),
    CONSTRAINT appointment_events_to_status CHECK ((to_status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'completed'::text, 'cancelled'::text, 'no_show'::text])))
);

CREATE TABLE public.appointments (
    id uuid NOT NULL,
    client_id uuid NOT NULL,
    title text DEFAULT ''::text NOT NULL,
    starts_at timestamp(3) with time zone NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL,
    status text NOT NULL,
    source text NOT NULL,
    resource text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    chat_id text,
    external_id text,
    version integer DEFAULT 1 NOT NULL,
    times_moved integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    made_by_agent boolean,
    CONSTRAINT appointments_length CHECK (((ends_at > starts_at) AND ((ends_at - starts_at) <= '31 days'::interval))),
    CONSTRAINT appointments_source CHECK ((source = ANY (ARRAY['phone'::text, 'chat'::text, 'panel'::text]))),
    CONSTRAINT appointments_status CHECK ((status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'completed'::text, 'cancelled'::text, 'no_show'::text])))
);

CREATE TABLE public.assistant_account_sessions (
    account_id uuid NOT NULL,
    version integer NOT NULL,
    session_data text NOT NULL,
    stored_at timestamp(3) with time zone NOT NULL,
    stored_by text,
    machine text,
    expires_at timestamp(3) with time zone,
    refresh_expires_at timestamp(3) with time zone,
    identity text,
    restored_from integer
);

CREATE TABLE public.assistant_accounts (
    id uuid NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    session_data text,
    session_version integer,
    session_updated_at timestamp(3) with time zone,
    session_expires_at timestamp(3) with time zone,
    is_active boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    tool text,
    session_refresh_expires_at timestamp(3) with time zone,
    identity text,
    held_by jsonb,
    CONSTRAINT assistant_accounts_session CHECK ((((session_data IS NULL) = (session_version IS NULL)) AND ((session_data IS NULL) = (session_updated_at IS NULL)) AND ((session_data IS NOT NULL) OR (session_expires_at IS NULL)))),
    CONSTRAINT assistant_accounts_tool CHECK ((tool = ANY (ARRAY['claude_code'::text, 'codex'::text, 'other'::text]))),
    CONSTRAINT assistant_accounts_type CHECK ((type = ANY (ARRAY['teams'::text, 'pro'::text])))
);

CREATE SEQUENCE public.assistant_session_versions
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.audit_events (
    id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    user_id uuid,
    key_name text,
    action text NOT NULL,
    object text,
    ip text,
    details jsonb DEFAULT '{}'::jsonb NOT NULL
);

CREATE TABLE public.auth_sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    generation integer DEFAULT 1 NOT NULL,
    ip text,
    user_agent text,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL,
    confirmed_at timestamp(3) with time zone
);

CREATE TABLE public.calendar_tokens (
    user_id uuid NOT NULL,
    token_digest bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.chat_agent_settings (
    id boolean DEFAULT true NOT NULL,
    name text NOT NULL,
    greeting text NOT NULL,
    language text NOT NULL,
    time_zone text NOT NULL,
    phone_region text NOT NULL,
    working_hours jsonb NOT NULL,
    slot_minutes integer NOT NULL,
    resources jsonb NOT NULL,
    services jsonb NOT NULL,
    auto_confirm boolean NOT NULL,
    enabled boolean NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    agent_hours text DEFAULT 'working'::text NOT NULL,
    closures jsonb DEFAULT '[]'::jsonb NOT NULL,
    notice_minutes integer DEFAULT 0 NOT NULL,
    buffer_minutes integer DEFAULT 0 NOT NULL,
    CONSTRAINT chat_agent_settings_agent_hours CHECK ((agent_hours = ANY (ARRAY['working'::text, 'any'::text]))),
    CONSTRAINT chat_agent_settings_single CHECK (id)
);

CREATE TABLE public.clients (
    id uuid NOT NULL,
    name text NOT NULL,
    phone text,
    email text,
    company text DEFAULT ''::text NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    source text NOT NULL,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    last_activity_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    name_key text DEFAULT ''::text NOT NULL,
    search_text text DEFAULT ''::text NOT NULL,
    CONSTRAINT clients_email_form CHECK ((email <> ''::text)),
    CONSTRAINT clients_phone_form CHECK ((phone ~ '^\+[1-9][0-9]{1,19}$'::text)),
    CONSTRAINT clients_source CHECK ((source = ANY (ARRAY['panel'::text, 'phone'::text, 'chat'::text, 'import'::text]))),
    CONSTRAINT clients_status CHECK ((status = ANY (ARRAY['lead'::text, 'active'::text, 'archived'::text])))
);
ALTER TABLE ONLY public.clients ALTER COLUMN search_text SET STATISTICS 1000;

CREATE TABLE public.conversation_notes (
    id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    text text NOT NULL,
    author_id uuid,
    author_name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.conversations (
    id uuid NOT NULL,
    chat_id text NOT NULL,
    channel text NOT NULL,
    contact_name text,
    contact_phone text,
    client_id uuid,
    is_client_chosen boolean DEFAULT false NOT NULL,
    status text DEFAULT 'open'::text NOT NULL,
    takeovers integer DEFAULT 0 NOT NULL,
    unread_count integer DEFAULT 0 NOT NULL,
    received_to bigint DEFAULT 0 NOT NULL,
    last_message_at timestamp(3) with time zone,
    last_message_id bigint,
    last_message_role text,
    last_message_preview text,
    agent_last_seen_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    search_text text DEFAULT ''::text NOT NULL,
    assigned_to uuid,
    CONSTRAINT conversations_status CHECK ((status = ANY (ARRAY['open'::text, 'needs_human'::text, 'human'::text, 'closed'::text])))
);

CREATE TABLE public.credentials_key_checks (
    key_id text NOT NULL,
    sealed text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.hook_deliveries (
    id uuid NOT NULL,
    place bigint NOT NULL,
    hook_id uuid NOT NULL,
    source text NOT NULL,
    event text NOT NULL,
    object_id text,
    subject text NOT NULL,
    body text NOT NULL,
    status text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    next_attempt_at timestamp(3) with time zone NOT NULL,
    claimed_until timestamp(3) with time zone,
    last_attempt_at timestamp(3) with time zone,
    response_status integer,
    error text,
    duration_ms integer,
    CONSTRAINT hook_deliveries_status CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);

ALTER TABLE public.hook_deliveries ALTER COLUMN place ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.hook_deliveries_place_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

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

CREATE TABLE public.hooks (
    id uuid NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    active boolean NOT NULL,
    secret text NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    failing_since timestamp(3) with time zone,
    retry_at timestamp(3) with time zone,
    switched_off_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
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

CREATE UNLOGGED TABLE public.rate_limits (
    key character varying(255) NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint
);

CREATE TABLE public.recovery_codes (
    user_id uuid NOT NULL,
    code_digest bytea NOT NULL
);

CREATE TABLE public.refresh_tokens (
    token_digest bytea NOT NULL,
    session_id uuid NOT NULL,
    generation integer NOT NULL
);

CREATE TABLE public.row_counts (
    id bigint NOT NULL,
    name text NOT NULL,
    count bigint NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE public.row_counts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.row_counts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.user_invites (
    user_id uuid NOT NULL,
    token_digest bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    made_by uuid
);

CREATE TABLE public.users (
    id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    password_hash text,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    totp_secret text,
    totp_pending_secret text,
    totp_last_step integer,
    locale text DEFAULT 'en'::text NOT NULL,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    theme text DEFAULT 'system'::text NOT NULL,
    density text DEFAULT 'comfortable'::text NOT NULL,
    last_seen_at timestamp(3) with time zone,
    CONSTRAINT users_density CHECK ((density = ANY (ARRAY['comfortable'::text, 'compact'::text]))),
    CONSTRAINT users_role CHECK ((role = ANY (ARRAY['admin'::text, 'operator'::text, 'viewer'::text]))),
    CONSTRAINT users_theme CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text])))
);

CREATE TABLE public.workflow_executions (
    id uuid NOT NULL,
    workflow_path text NOT NULL,
    called_at timestamp(3) with time zone NOT NULL,
    status integer NOT NULL,
    duration_ms double precision NOT NULL,
    error_code text
);

CREATE TABLE public.workflow_hours (
    workflow_path text NOT NULL,
    hour timestamp(3) with time zone NOT NULL,
    calls integer NOT NULL,
    errors integer NOT NULL
);

CREATE TABLE public.workflows (
    id uuid NOT NULL,
    name text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT workflows_method CHECK ((method = ANY (ARRAY['GET'::text, 'POST'::text])))
);

ALTER TABLE ONLY public.migrations ALTER COLUMN id SET DEFAULT nextval('public.migrations_id_seq'::regclass);

INSERT INTO public.agent_sightings (is_only_row, last_seen_at) VALUES (true, NULL);

INSERT INTO public.appointments (id, client_id, title, starts_at, ends_at, status, source, resource, notes, chat_id, external_id, version, times_moved, created_at, updated_at, made_by_agent) VALUES ('019aa000-0000-7000-8000-000000000021', '019aa000-0000-7000-8000-000000000011', 'Bouquet', '2026-12-01 10:00:00+00', '2026-12-01 10:30:00+00', 'confirmed', 'phone', 'main', '', NULL, NULL, 1, 0, '2026-11-20 10:00:00+00', '2026-11-20 10:00:00+00', NULL);

INSERT INTO public.assistant_accounts (id, name, type, description, session_data, session_version, session_updated_at, session_expires_at, is_active, created_at, updated_at, tool, session_refresh_expires_at, identity, held_by) VALUES ('01a20602-b7d1-70cf-b56e-ae504f4f594b', 'Team 1', 'teams', '', NULL, NULL, NULL, NULL, true, '2026-11-23 01:26:11.147+00', '2026-11-23 01:26:11.147+00', NULL, NULL, NULL, NULL);
INSERT INTO public.assistant_accounts (id, name, type, description, session_data, session_version, session_updated_at, session_expires_at, is_active, created_at, updated_at, tool, session_refresh_expires_at, identity, held_by) VALUES ('01a20602-b7d2-70b0-834e-9838cc54dea9', 'Team 2', 'teams', '', NULL, NULL, NULL, NULL, false, '2026-11-23 01:26:11.147+00', '2026-11-23 01:26:11.147+00', NULL, NULL, NULL, NULL);
INSERT INTO public.assistant_accounts (id, name, type, description, session_data, session_version, session_updated_at, session_expires_at, is_active, created_at, updated_at, tool, session_refresh_expires_at, identity, held_by) VALUES ('01a20602-b7d3-7021-9eeb-0f92a8a30baa', 'Pro', 'pro', '', NULL, NULL, NULL, NULL, false, '2026-11-23 01:26:11.147+00', '2026-11-23 01:26:11.147+00', NULL, NULL, NULL, NULL);

INSERT INTO public.audit_events (id, at, user_id, key_name, action, object, ip, details) VALUES ('019aa000-0000-7000-8000-000000000051', '2026-11-20 10:00:00+00', NULL, NULL, 'client.created', 'client:019aa000-0000-7000-8000-000000000011', NULL, '{}');

INSERT INTO public.chat_agent_settings (id, name, greeting, language, time_zone, phone_region, working_hours, slot_minutes, resources, services, auto_confirm, enabled, version, updated_at, agent_hours, closures, notice_minutes, buffer_minutes) VALUES (true, '', '', 'en', 'UTC', 'US', '[{"day": 1, "opens": "09:00", "closes": "18:00"}, {"day": 2, "opens": "09:00", "closes": "18:00"}, {"day": 3, "opens": "09:00", "closes": "18:00"}, {"day": 4, "opens": "09:00", "closes": "18:00"}, {"day": 5, "opens": "09:00", "closes": "18:00"}]', 30, '["main"]', '[]', false, true, 1, '2026-11-23 01:26:11.004+00', 'working', '[]', 0, 0);

INSERT INTO public.clients (id, name, phone, email, company, status, source, tags, notes, last_activity_at, version, created_at, updated_at, name_key, search_text) VALUES ('019aa000-0000-7000-8000-000000000011', 'Żaneta Müller', '+12125550101', 'zaneta@example.com', 'Blumenladen', 'active', 'panel', '{}', '', NULL, 1, '2026-11-20 10:00:00+00', '2026-11-20 10:00:00+00', 'zaneta muller', 'zaneta muller
zaneta@example.com
blumenladen');
INSERT INTO public.clients (id, name, phone, email, company, status, source, tags, notes, last_activity_at, version, created_at, updated_at, name_key, search_text) VALUES ('019aa000-0000-7000-8000-000000000012', 'Tomasz', NULL, NULL, '', 'active', 'chat', '{}', '', NULL, 1, '2026-11-20 11:00:00+00', '2026-11-20 11:00:00+00', 'tomasz', 'tomasz
');

INSERT INTO public.conversations (id, chat_id, channel, contact_name, contact_phone, client_id, is_client_chosen, status, takeovers, unread_count, received_to, last_message_at, last_message_id, last_message_role, last_message_preview, agent_last_seen_at, created_at, updated_at, search_text, assigned_to) VALUES ('019aa000-0000-7000-8000-000000000031', 'web-1', 'web', 'Tomasz', NULL, '019aa000-0000-7000-8000-000000000012', false, 'open', 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '2026-11-20 11:00:00+00', '2026-11-20 11:00:00+00', 'tomasz
web-1', NULL);

INSERT INTO public.hook_events (type) VALUES ('client.created');

INSERT INTO public.hooks (id, url, events, active, secret, failures, failing_since, retry_at, switched_off_at, created_at, updated_at) VALUES ('019aa000-0000-7000-8000-000000000041', 'https://example.com/hook', '{client.created}', true, 'sealed', 0, NULL, NULL, NULL, '2026-11-20 10:00:00+00', '2026-11-20 10:00:00+00');

INSERT INTO public.migrations (id, "timestamp", name) VALUES (1, 1795132800000, 'CreateUsers1795132800000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (2, 1795132801000, 'CreateWorkflows1795132801000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (3, 1795132802000, 'CreateRateLimits1795132802000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (4, 1795132803000, 'ExtendUsers1795132803000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (5, 1795132804000, 'CreateAuthSessions1795132804000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (6, 1795132805000, 'CreateAuditEvents1795132805000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (7, 1795132850000, 'CreateWorkflowExecutions1795132850000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (8, 1795132900000, 'CreateAccessLinks1795132900000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (9, 1795132910000, 'CreateChatAgentSettings1795132910000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (10, 1795132911000, 'CreateApiKeys1795132911000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (11, 1795132912000, 'IndexAuditEvents1795132912000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (12, 1795132920000, 'CreateClients1795132920000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (13, 1795132930000, 'CreateAppointments1795132930000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (14, 1795132940000, 'CreateConversations1795132940000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (15, 1795132950000, 'CreateAssistantAccounts1795132950000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (16, 1795132951000, 'CreateCredentialsKeyChecks1795132951000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (17, 1795132990000, 'PrepareDashboard1795132990000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (18, 1795133000000, 'IndexConversationSearch1795133000000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (19, 1795133001000, 'IndexAppointmentFilters1795133001000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (20, 1795133002000, 'CreateAgentSightings1795133002000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (21, 1795133003000, 'CoverClientSearch1795133003000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (22, 1795358500000, 'AddAgentHours1795358500000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (23, 1795358510000, 'KeepAccountSessions1795358510000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (24, 1795358900000, 'PlanContactLookups1795358900000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (25, 1795360800000, 'FindAgentBookings1795360800000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (26, 1795361269240, 'AddConfirmation1795361269240');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (27, 1795362229352, 'KeepAuditForATime1795362229352');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (28, 1795363000000, 'IndexChangedConversations1795363000000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (29, 1795364100000, 'AssignConversations1795364100000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (30, 1795373000000, 'CreateHooks1795373000000');
INSERT INTO public.migrations (id, "timestamp", name) VALUES (31, 1795374000000, 'CreateConversationNotes1795374000000');

INSERT INTO public.row_counts (id, name, count) OVERRIDING SYSTEM VALUE VALUES (1, 'clients', 2);
INSERT INTO public.row_counts (id, name, count) OVERRIDING SYSTEM VALUE VALUES (2, 'open_conversations', 1);

INSERT INTO public.users (id, email, name, role, password_hash, is_active, created_at, updated_at, totp_secret, totp_pending_secret, totp_last_step, locale, time_zone, theme, density, last_seen_at) VALUES ('019aa000-0000-7000-8000-000000000001', 'ada@example.com', 'Ada Admin', 'admin', NULL, true, '2026-11-23 01:27:12.926+00', '2026-11-23 01:27:12.926+00', NULL, NULL, NULL, 'en', 'UTC', 'system', 'comfortable', NULL);

INSERT INTO public.workflows (id, name, method, path, active, created_at, updated_at) VALUES ('ac9c1182-0474-4c63-bd53-5009bd123292', 'Load the context', 'GET', 'assistant-context', true, '2026-11-23 01:26:10.93+00', '2026-11-23 01:26:10.93+00');
INSERT INTO public.workflows (id, name, method, path, active, created_at, updated_at) VALUES ('e73650b1-7833-4f79-b4b0-46209fb302a9', 'Store a session summary', 'POST', 'assistant-session-summary', true, '2026-11-23 01:26:10.93+00', '2026-11-23 01:26:10.93+00');
INSERT INTO public.workflows (id, name, method, path, active, created_at, updated_at) VALUES ('e4e0b8f6-5fb2-4cff-ba5e-a2ab8225b279', 'Update a state entry', 'POST', 'assistant-update-state', true, '2026-11-23 01:26:10.93+00', '2026-11-23 01:26:10.93+00');
INSERT INTO public.workflows (id, name, method, path, active, created_at, updated_at) VALUES ('f83f616d-9d82-4156-9d1a-81849816cc77', 'Create, complete or cancel a task', 'POST', 'assistant-task', true, '2026-11-23 01:26:10.93+00', '2026-11-23 01:26:10.93+00');
INSERT INTO public.workflows (id, name, method, path, active, created_at, updated_at) VALUES ('3e3d3259-973a-413d-90bc-002571f98d2c', 'Load recent chat messages', 'GET', 'chat-history', true, '2026-11-23 01:26:10.93+00', '2026-11-23 01:26:10.93+00');

SELECT pg_catalog.setval('public.assistant_session_versions', 1, false);

SELECT pg_catalog.setval('public.hook_deliveries_place_seq', 1, false);

SELECT pg_catalog.setval('public.hook_outbox_id_seq', 1, false);

SELECT pg_catalog.setval('public.migrations_id_seq', 31, true);

SELECT pg_catalog.setval('public.row_counts_id_seq', 2, true);

ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_sightings
    ADD CONSTRAINT agent_sightings_pkey PRIMARY KEY (is_only_row);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_name UNIQUE (name);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_prefix UNIQUE (prefix);

ALTER TABLE ONLY public.appointment_events
    ADD CONSTRAINT appointment_events_pkey PRIMARY KEY (appointment_id, version);

ALTER TABLE ONLY public.appointments
    ADD CONSTRAINT appointments_no_overlap EXCLUDE USING gist (resource WITH =, tstzrange(starts_at, ends_at, '[)'::text) WITH &&) WHERE ((status = ANY (ARRAY['pending'::text, 'confirmed'::text])));

ALTER TABLE ONLY public.appointments
    ADD CONSTRAINT appointments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assistant_account_sessions
    ADD CONSTRAINT assistant_account_sessions_pkey PRIMARY KEY (account_id, version);

ALTER TABLE ONLY public.assistant_accounts
    ADD CONSTRAINT assistant_accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assistant_accounts
    ADD CONSTRAINT assistant_accounts_session_version UNIQUE (session_version);

ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.auth_sessions
    ADD CONSTRAINT auth_sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.calendar_tokens
    ADD CONSTRAINT calendar_tokens_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.calendar_tokens
    ADD CONSTRAINT calendar_tokens_token UNIQUE (token_digest);

ALTER TABLE ONLY public.chat_agent_settings
    ADD CONSTRAINT chat_agent_settings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.clients
    ADD CONSTRAINT clients_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.conversation_notes
    ADD CONSTRAINT conversation_notes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_chat_id UNIQUE (chat_id);

ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.credentials_key_checks
    ADD CONSTRAINT credentials_key_checks_pkey PRIMARY KEY (key_id);

ALTER TABLE ONLY public.hook_deliveries
    ADD CONSTRAINT hook_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.hook_deliveries
    ADD CONSTRAINT hook_deliveries_source UNIQUE (hook_id, source);

ALTER TABLE ONLY public.hook_events
    ADD CONSTRAINT hook_events_pkey PRIMARY KEY (type);

ALTER TABLE ONLY public.hook_outbox
    ADD CONSTRAINT hook_outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.hooks
    ADD CONSTRAINT hooks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_digest);

ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY (token_digest);

ALTER TABLE ONLY public.row_counts
    ADD CONSTRAINT row_counts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.user_invites
    ADD CONSTRAINT user_invites_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.user_invites
    ADD CONSTRAINT user_invites_token UNIQUE (token_digest);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.workflow_executions
    ADD CONSTRAINT workflow_executions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.workflow_hours
    ADD CONSTRAINT workflow_hours_pkey PRIMARY KEY (workflow_path, hour);

ALTER TABLE ONLY public.workflows
    ADD CONSTRAINT workflows_path UNIQUE (path);

ALTER TABLE ONLY public.workflows
    ADD CONSTRAINT workflows_pkey PRIMARY KEY (id);

CREATE INDEX appointments_ahead ON public.appointments USING btree (starts_at, id) WHERE (status = ANY (ARRAY['pending'::text, 'confirmed'::text]));

CREATE INDEX appointments_by_change ON public.appointments USING btree (updated_at, id);

CREATE INDEX appointments_by_start ON public.appointments USING btree (starts_at, id);

CREATE UNIQUE INDEX appointments_external_id ON public.appointments USING btree (external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX appointments_made ON public.appointments USING btree (created_at) INCLUDE (source);

CREATE INDEX appointments_of_chat ON public.appointments USING btree (chat_id, starts_at, id) WHERE (chat_id IS NOT NULL);

CREATE INDEX appointments_of_client ON public.appointments USING btree (client_id, starts_at, id);

CREATE INDEX appointments_of_resource ON public.appointments USING btree (resource, starts_at, id);

CREATE INDEX appointments_of_resource_source ON public.appointments USING btree (resource, source, starts_at, id);

CREATE INDEX appointments_of_resource_status ON public.appointments USING btree (resource, status, starts_at, id);

CREATE INDEX appointments_of_source ON public.appointments USING btree (source, starts_at, id);

CREATE INDEX appointments_of_status ON public.appointments USING btree (status, starts_at, id);

CREATE INDEX appointments_of_status_source ON public.appointments USING btree (status, source, starts_at, id);

CREATE INDEX appointments_waiting ON public.appointments USING btree (created_at) WHERE (status = 'pending'::text);

CREATE UNIQUE INDEX assistant_accounts_one_active ON public.assistant_accounts USING btree (is_active) WHERE is_active;

CREATE INDEX audit_events_newest ON public.audit_events USING btree (at DESC, id DESC);

CREATE INDEX audit_events_of_action ON public.audit_events USING btree (action COLLATE "C", at DESC, id DESC);

CREATE INDEX audit_events_of_object ON public.audit_events USING btree (object, at DESC, id DESC) WHERE (object IS NOT NULL);

CREATE INDEX audit_events_of_user ON public.audit_events USING btree (user_id, at DESC, id DESC) WHERE (user_id IS NOT NULL);

CREATE INDEX auth_sessions_user_id ON public.auth_sessions USING btree (user_id);

CREATE INDEX clients_by_activity ON public.clients USING btree (COALESCE(last_activity_at, 'infinity'::timestamp with time zone), id);

CREATE INDEX clients_by_activity_down ON public.clients USING btree (COALESCE(last_activity_at, '-infinity'::timestamp with time zone), id);

CREATE INDEX clients_by_change ON public.clients USING btree (updated_at, id);

CREATE INDEX clients_by_creation ON public.clients USING btree (created_at, id);

CREATE INDEX clients_by_email ON public.clients USING btree (COALESCE(lower(email), '􏿿'::text) COLLATE "C", id);
ALTER INDEX public.clients_by_email ALTER COLUMN 1 SET STATISTICS 0;

CREATE INDEX clients_by_email_down ON public.clients USING btree (COALESCE(lower(email), ''::text) COLLATE "C", id);

CREATE INDEX clients_by_name ON public.clients USING btree (name_key COLLATE "C", id) INCLUDE (search_text, phone);

CREATE INDEX clients_by_phone ON public.clients USING btree (COALESCE(phone, '􏿿'::text) COLLATE "C", id);
ALTER INDEX public.clients_by_phone ALTER COLUMN 1 SET STATISTICS 0;

CREATE INDEX clients_by_phone_down ON public.clients USING btree (COALESCE(phone, ''::text) COLLATE "C", id);

CREATE INDEX clients_by_source ON public.clients USING btree (source COLLATE "C", id);

CREATE INDEX clients_by_status ON public.clients USING btree (status COLLATE "C", id);

CREATE INDEX clients_search ON public.clients USING gin (search_text public.gin_trgm_ops, phone public.gin_trgm_ops);

CREATE INDEX clients_short_search ON public.clients USING gin (public.short_grams(search_text), public.short_grams(phone));

CREATE INDEX clients_tags ON public.clients USING gin (tags);

CREATE INDEX conversation_notes_of_conversation ON public.conversation_notes USING btree (conversation_id, created_at, id);

CREATE INDEX conversations_by_change ON public.conversations USING btree (updated_at, id);

CREATE INDEX conversations_newest ON public.conversations USING btree (COALESCE(last_message_at, created_at), id);

CREATE INDEX conversations_of_assignee ON public.conversations USING btree (assigned_to) WHERE (assigned_to IS NOT NULL);

CREATE INDEX conversations_of_client ON public.conversations USING btree (client_id) WHERE (client_id IS NOT NULL);

CREATE INDEX conversations_of_status ON public.conversations USING btree (status, COALESCE(last_message_at, created_at), id);

CREATE INDEX conversations_search ON public.conversations USING gin (search_text public.gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='512');

CREATE INDEX conversations_short_search ON public.conversations USING gin (public.short_grams(search_text)) WITH (fastupdate='on', gin_pending_list_limit='512');

CREATE INDEX conversations_unread ON public.conversations USING btree (COALESCE(last_message_at, created_at), id) WHERE (unread_count > 0);

CREATE INDEX hook_deliveries_newest ON public.hook_deliveries USING btree (hook_id, created_at DESC, id DESC);

CREATE INDEX hook_deliveries_of_object ON public.hook_deliveries USING btree (subject);

CREATE INDEX hook_deliveries_pending ON public.hook_deliveries USING btree (hook_id, subject, place) WHERE (status = 'pending'::text);

CREATE INDEX rate_limits_expire ON public.rate_limits USING btree (expire);

CREATE INDEX refresh_tokens_session_id ON public.refresh_tokens USING btree (session_id);

CREATE INDEX row_counts_by_name ON public.row_counts USING btree (name);

CREATE INDEX user_invites_made_by ON public.user_invites USING btree (made_by);

CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));

CREATE INDEX workflow_executions_newest ON public.workflow_executions USING btree (workflow_path, called_at DESC, id DESC);

CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

ALTER TABLE public.audit_events ENABLE ALWAYS TRIGGER audit_events_append_only;

CREATE TRIGGER audit_events_kept BEFORE DELETE ON public.audit_events FOR EACH ROW EXECUTE FUNCTION public.refuse_removal();

ALTER TABLE public.audit_events ENABLE ALWAYS TRIGGER audit_events_kept;

CREATE TRIGGER clients_added AFTER INSERT ON public.clients REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_clients();

CREATE TRIGGER clients_emptied AFTER TRUNCATE ON public.clients FOR EACH STATEMENT EXECUTE FUNCTION public.count_clients();

CREATE TRIGGER clients_keys BEFORE INSERT OR UPDATE OF name, email, company ON public.clients FOR EACH ROW EXECUTE FUNCTION public.client_keys();

CREATE TRIGGER clients_removed AFTER DELETE ON public.clients REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.count_clients();

CREATE TRIGGER conversations_added AFTER INSERT ON public.conversations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_open_conversations();

CREATE TRIGGER conversations_changed AFTER UPDATE ON public.conversations FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.count_open_conversations();

CREATE TRIGGER conversations_emptied AFTER TRUNCATE ON public.conversations FOR EACH STATEMENT EXECUTE FUNCTION public.count_open_conversations();

CREATE TRIGGER conversations_keys BEFORE INSERT OR UPDATE OF contact_name, contact_phone, chat_id, last_message_preview ON public.conversations FOR EACH ROW EXECUTE FUNCTION public.conversation_keys();

CREATE TRIGGER conversations_removed AFTER DELETE ON public.conversations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.count_open_conversations();

CREATE TRIGGER hook_activate AFTER UPDATE OF is_active ON public.assistant_accounts FOR EACH ROW WHEN ((new.is_active AND (NOT old.is_active))) EXECUTE FUNCTION public.hook_enqueue('account.activated', 'id', '');

CREATE TRIGGER hook_delete AFTER DELETE ON public.appointments FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('appointment.deleted', 'id', 'whole');

CREATE TRIGGER hook_delete AFTER DELETE ON public.assistant_accounts FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('account.deleted', 'id', '');

CREATE TRIGGER hook_delete AFTER DELETE ON public.clients FOR EACH ROW WHEN ((current_setting('groupless.importing'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION public.hook_enqueue('client.deleted', 'id', '');

CREATE TRIGGER hook_delete AFTER DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('user.updated', 'id', '');

CREATE TRIGGER hook_insert AFTER INSERT ON public.appointments FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('appointment.created', 'id', 'whole');

CREATE TRIGGER hook_insert AFTER INSERT ON public.assistant_accounts FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('account.created', 'id', '');

CREATE TRIGGER hook_insert AFTER INSERT ON public.audit_events FOR EACH ROW WHEN ((new.action = 'conversation.replied'::text)) EXECUTE FUNCTION public.hook_enqueue('conversation.replied', 'id', 'whole');

CREATE TRIGGER hook_insert AFTER INSERT ON public.clients FOR EACH ROW WHEN ((current_setting('groupless.importing'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION public.hook_enqueue('client.created', 'id', 'whole');

CREATE TRIGGER hook_insert AFTER INSERT ON public.conversations FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('conversation.updated', 'id', 'whole');

CREATE TRIGGER hook_insert AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('user.updated', 'id', '');

CREATE TRIGGER hook_update AFTER UPDATE ON public.appointments FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('appointment.updated', 'id', 'whole');

CREATE TRIGGER hook_update AFTER UPDATE OF name, type, description, tool, session_version, held_by ON public.assistant_accounts FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('account.updated', 'id', '');

CREATE TRIGGER hook_update AFTER UPDATE ON public.chat_agent_settings FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('settings.updated', '', 'whole');

CREATE TRIGGER hook_update AFTER UPDATE ON public.clients FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('client.updated', 'id', 'whole');

CREATE TRIGGER hook_update AFTER UPDATE ON public.conversations FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('conversation.updated', 'id', 'whole');

CREATE TRIGGER hook_update AFTER UPDATE OF email, name, role, is_active ON public.users FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('user.updated', 'id', '');

CREATE TRIGGER hook_update AFTER UPDATE ON public.workflows FOR EACH ROW EXECUTE FUNCTION public.hook_enqueue('workflow.updated', '', '');

CREATE TRIGGER users_end_access AFTER UPDATE OF is_active ON public.users FOR EACH ROW WHEN ((old.is_active AND (NOT new.is_active))) EXECUTE FUNCTION public.end_access_of_user();

ALTER TABLE ONLY public.appointment_events
    ADD CONSTRAINT appointment_events_appointment FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.appointments
    ADD CONSTRAINT appointments_client FOREIGN KEY (client_id) REFERENCES public.clients(id);

ALTER TABLE ONLY public.assistant_account_sessions
    ADD CONSTRAINT assistant_account_sessions_account FOREIGN KEY (account_id) REFERENCES public.assistant_accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.auth_sessions
    ADD CONSTRAINT auth_sessions_user FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_tokens
    ADD CONSTRAINT calendar_tokens_user FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.conversation_notes
    ADD CONSTRAINT conversation_notes_conversation FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_assignee FOREIGN KEY (assigned_to) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_client FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.hook_deliveries
    ADD CONSTRAINT hook_deliveries_hook FOREIGN KEY (hook_id) REFERENCES public.hooks(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_session FOREIGN KEY (session_id) REFERENCES public.auth_sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.user_invites
    ADD CONSTRAINT user_invites_maker FOREIGN KEY (made_by) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.user_invites
    ADD CONSTRAINT user_invites_user FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.workflow_executions
    ADD CONSTRAINT workflow_executions_workflow FOREIGN KEY (workflow_path) REFERENCES public.workflows(path) ON DELETE CASCADE;

ALTER TABLE ONLY public.workflow_hours
    ADD CONSTRAINT workflow_hours_workflow FOREIGN KEY (workflow_path) REFERENCES public.workflows(path) ON DELETE CASCADE;

