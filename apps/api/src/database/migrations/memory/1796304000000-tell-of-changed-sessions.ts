import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** What `session.updated` tells: see `SESSION` in `outbound-webhooks/delivery/shown-object.ts`. */
const SHOWN = [
  'session_date',
  'summary',
  'projects_touched',
  'decisions_made',
  'tasks_completed',
  'tasks_created',
  'mood',
];

const shownOf = (rows: string) => `(${SHOWN.map((column) => `${rows}.${column}`).join(', ')})`;

const TELLS_SESSIONS = `
  create function hook_enqueue_changed_sessions() returns trigger
    language plpgsql
    as $$
    begin
      if not exists (select from hook_events where type = 'session.updated') then return null; end if;
      insert into hook_outbox (type, object_id, object)
      select 'session.updated', id::text, to_jsonb(new_rows)
      from new_rows join old_rows using (id)
      where ${shownOf('new_rows')} is distinct from ${shownOf('old_rows')} order by id;
      return null;
    end $$;
  create trigger hook_update after update on assistant_sessions
    referencing old table as old_rows new table as new_rows
    for each statement execute function hook_enqueue_changed_sessions();
  create trigger hook_delete after delete on assistant_sessions referencing old table as old_rows
    for each statement execute function hook_enqueue_rows('session.updated', 'whole')`;

/**
 * Outbound webhooks are told of sessions that are changed or deleted, too. A change of what they do not show (whose session it
 * is, the assistant's id of it) is no event.
 */
export class TellOfChangedSessions1796304000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TELLS_SESSIONS);
  }
}
