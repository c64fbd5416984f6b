/**
 * Clients that were merged into another: the removed row and what moved, so that it can be undone. `client_id` has no
 * foreign key, because that client can be merged into a third one, and comes back when that is undone.
 */
export const CLIENT_MERGES = String.raw`
  create table client_merges (
    id uuid constraint client_merges_pkey primary key,
    client_id uuid not null,
    merged_id uuid not null constraint client_merges_merged_id unique,
    merged jsonb not null,
    phone text,
    email text,
    before jsonb not null,
    after jsonb not null,
    appointment_ids uuid[] not null,
    conversation_ids uuid[] not null,
    merged_by_id uuid,
    merged_by_name text not null,
    merged_at timestamptz(3) not null
  );
  create index client_merges_of_client on client_merges (client_id, merged_at, id);
  create index client_merges_by_phone on client_merges (phone) where phone is not null;
  create index client_merges_by_email on client_merges (lower(email)) where email is not null;
`;
