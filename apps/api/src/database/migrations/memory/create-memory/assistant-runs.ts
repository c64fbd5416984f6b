/** The sessions of coding assistants: when, on which machine, and what their brief had. They hold no text of the memory. */
export const ASSISTANT_RUNS = String.raw`
  create table assistant_runs (
    session_id text constraint assistant_runs_pkey primary key,
    machine text,
    written_by text,
    project_id bigint,
    brief jsonb,
    started_at timestamptz(3) not null,
    seen_at timestamptz(3) not null
  );
  -- The newest, and those that are removed.
  create index assistant_runs_newest on assistant_runs (seen_at desc, session_id desc);
`;
