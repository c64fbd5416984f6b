/** The five webhooks with their random ids (UUID v4), which are part of their URLs, and how their calls went. */
export const WORKFLOWS = String.raw`
  create table workflows (
    id uuid primary key,
    name text not null,
    method text not null constraint workflows_method check (method in ('GET', 'POST')),
    path text not null constraint workflows_path unique,
    active boolean not null default true,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  );
  insert into workflows (id, name, method, path) values
    (gen_random_uuid(), 'Load the context', 'GET', 'assistant-context'),
    (gen_random_uuid(), 'Store a session summary', 'POST', 'assistant-session-summary'),
    (gen_random_uuid(), 'Update a state entry', 'POST', 'assistant-update-state'),
    (gen_random_uuid(), 'Create, complete or cancel a task', 'POST', 'assistant-task'),
    (gen_random_uuid(), 'Load recent chat messages', 'GET', 'chat-history');

  -- The last calls of each webhook, and counters by the hour. Keyed by the path, since the id changes with each rotation.
  create table workflow_executions (
    id uuid primary key,
    workflow_path text not null
      constraint workflow_executions_workflow references workflows (path) on delete cascade,
    called_at timestamptz(3) not null,
    status integer not null,
    duration_ms double precision not null,
    error_code text
  );
  create index workflow_executions_newest on workflow_executions (workflow_path, called_at desc, id desc);
  create table workflow_hours (
    workflow_path text not null
      constraint workflow_hours_workflow references workflows (path) on delete cascade,
    hour timestamptz(3) not null,
    calls integer not null,
    errors integer not null,
    constraint workflow_hours_pkey primary key (workflow_path, hour)
  );
`;
