import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * The folders above and below a project are found by its id. A brief of an earlier time has the name that the project had then, which
 * may be that of another project by now.
 */
export class RelateProjectsById1796298000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RELATED_BY_ID);
    await runner.query(`
      create or replace function related_projects(project_name text) returns text[]
        language sql stable strict
        as $$ select related_to_project((select id from assistant_projects where name = $1)) $$`);
  }
}

/** Of no project there are none. */
const RELATED_BY_ID = `
  create function related_to_project(asked bigint) returns text[]
    language sql stable
    as $$
      with known as (
        select project_id, identity_place(identity) as place, coalesce(identity_key(identity), '') as key_id, status
        from project_identities join assistant_projects as project on project.id = project_id
      ), own as (
        select * from known where project_id = $1
      )
      select array(
        select $1::text where $1 is not null
        union
        select other.project_id::text from known as other join own using (key_id)
        where other.status <> 'archived'
          and (starts_with(other.place, own.place || '/') or starts_with(own.place, other.place || '/')))
    $$`;
