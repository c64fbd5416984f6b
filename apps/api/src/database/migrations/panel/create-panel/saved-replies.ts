/** Texts that the team uses again and again in replies. */
export const SAVED_REPLIES = String.raw`
  create table saved_replies (
    id uuid constraint saved_replies_pkey primary key,
    name text not null,
    text text not null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  );
  create unique index saved_replies_name on saved_replies (lower(name));
`;
