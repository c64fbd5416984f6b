import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * A project is active, paused or archived. The three words are written in one way; any other word stays as it is, and counts as
 * active. The folders above and below a project leave out the archived ones.
 */
export class ArchiveProjects1796290000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update assistant_projects set status = lower(btrim(status))
      where lower(btrim(status)) in ('active', 'paused', 'archived') and status <> lower(btrim(status))`);
    await runner.query(relatedByName(`other.status <> 'archived' and`));
  }
}

/** The ids of a project, and of those whose folders are above and below its folders, as texts. */
export const relatedByName = (condition: string) => `
  create or replace function related_projects(project_name text) returns text[]
    language sql stable strict
    as $$
      with known as (
        select project_id, identity_place(identity) as place, coalesce(identity_key(identity), '') as key_id, project.name, project.status
        from project_identities join assistant_projects as project on project.id = project_id
      ), own as (
        select * from known where name = $1
      )
      select array(
        select id::text from assistant_projects where name = $1
        union
        select other.project_id::text from known as other join own using (key_id)
        where ${condition} (starts_with(other.place, own.place || '/') or starts_with(own.place, other.place || '/')))
    $$`;
