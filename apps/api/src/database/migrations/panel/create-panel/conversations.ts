/**
 * The chats that the agent has told of. Their messages are in the memory database; what stands here of them (how many are
 * unread, which is the last) follows them.
 */
export const CONVERSATIONS = String.raw`
  -- received_to, last_message_id: ids of the memory database. search_text follows the other columns by a trigger.
  create table conversations (
    id uuid primary key,
    chat_id text not null constraint conversations_chat_id unique,
    channel text not null,
    contact_name text,
    contact_phone text,
    client_id uuid constraint conversations_client references clients on delete set null,
    is_client_chosen boolean not null default false,
    status text not null default 'open',
    takeovers integer not null default 0,
    unread_count integer not null default 0,
    received_to bigint not null default 0,
    last_message_at timestamptz(3),
    last_message_id bigint,
    last_message_role text,
    last_message_preview text,
    agent_last_seen_at timestamptz(3),
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    search_text text not null default '',
    assigned_to uuid constraint conversations_assignee references users on delete set null,
    constraint conversations_status check (status in ('open', 'needs_human', 'human', 'closed'))
  );

  create function conversation_keys() returns trigger
    language plpgsql
    as $$
    begin
      new.search_text := sort_name(concat_ws(E'\n', new.contact_name, new.contact_phone,
        regexp_replace(new.contact_phone, '\D', '', 'g'), new.chat_id, new.last_message_preview));
      return new;
    end $$;
  create trigger conversations_keys
    before insert or update of contact_name, contact_phone, chat_id, last_message_preview on conversations
    for each row execute function conversation_keys();
  -- Each message changes the text: searches read what is not sorted in yet to its end, so that stays short.
  create index conversations_search on conversations using gin (search_text gin_trgm_ops)
    with (fastupdate = on, gin_pending_list_limit = 512);
  -- For one or two characters, which trigrams do not find.
  create index conversations_short_search on conversations using gin (short_grams(search_text))
    with (fastupdate = on, gin_pending_list_limit = 512);

  -- The list, the newest message first; of one status, of the unread, of a client.
  create index conversations_newest on conversations (coalesce(last_message_at, created_at), id);
  create index conversations_of_status on conversations (status, coalesce(last_message_at, created_at), id);
  create index conversations_unread on conversations (coalesce(last_message_at, created_at), id)
    where unread_count > 0;
  create index conversations_of_client on conversations (client_id) where client_id is not null;
  -- How integrators find what has changed.
  create index conversations_by_change on conversations (updated_at, id);
  -- A user who is deleted has to be found here.
  create index conversations_of_assignee on conversations (assigned_to) where assigned_to is not null;

  -- What the team writes to itself about a conversation. No agent and no customer reads it.
  create table conversation_notes (
    id uuid constraint conversation_notes_pkey primary key,
    conversation_id uuid not null
      constraint conversation_notes_conversation references conversations on delete cascade,
    text text not null,
    author_id uuid,
    author_name text not null,
    created_at timestamptz(3) not null default now()
  );
  create index conversation_notes_of_conversation on conversation_notes (conversation_id, created_at, id);

  -- When the chat agent was last heard of, by whatever chat: one row.
  create table agent_sightings (
    is_only_row boolean primary key default true,
    last_seen_at timestamptz(3),
    constraint agent_sightings_only_row check (is_only_row)
  ) with (fillfactor = 50);
  insert into agent_sightings default values;
`;
