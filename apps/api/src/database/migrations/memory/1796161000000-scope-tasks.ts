import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * A task is known by its project, or none, and its text. The tasks of a deleted project stay without one; where a pending task of
 * that text is there already, the two become one.
 */
export class ScopeTasks1796161000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index assistant_tasks_pending_text');
    // One pending task with a text among those of no project, and among those of each project.
    await runner.query(`
      create unique index assistant_tasks_pending_text on assistant_tasks (text_digest(task))
        where status = 'pending' and project_id is null`);
    await runner.query(`
      create unique index assistant_tasks_pending_of_project on assistant_tasks (project_id, text_digest(task))
        where status = 'pending' and project_id is not null`);
    await runner.query(`
      create function release_tasks() returns trigger
        language plpgsql
        as $$
        begin
          delete from assistant_tasks as own
          where project_id = old.id and status = 'pending'
            and exists (select from assistant_tasks as other
                        where other.project_id is null and other.status = 'pending'
                          and text_digest(other.task) = text_digest(own.task));
          update assistant_tasks set project_id = null where project_id = old.id;
          return old;
        end $$`);
    await runner.query(`
      create trigger tasks_released before delete on assistant_projects
        for each row execute function release_tasks()`);
  }
}
