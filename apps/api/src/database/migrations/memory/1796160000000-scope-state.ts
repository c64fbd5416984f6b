import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * An entry of the state belongs to a project or to none. What is there belongs to none, and there its key is compared letter by
 * letter as before; within a project keys are compared folded.
 *
 * The unique constraint on the key alone goes: two projects may have the same key. The version before needs it for its
 * writes, so this step counts as breaking (see `LAST_BREAKING`).
 */
export class ScopeState1796160000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function folded_name(text) returns text
        language sql immutable strict parallel safe
        return lower(btrim(normalize($1, nfkc)))`);
    await runner.query(String.raw`
      create function state_identity(text) returns text
        language sql immutable strict parallel safe
        return regexp_replace(lower(regexp_replace(normalize($1, nfkc), '^\s+|\s+$', '', 'g')), '[-_\s]', '_', 'g')`);
    await runner.query(`
      alter table assistant_state
        add column project_id bigint
          constraint assistant_state_project references assistant_projects on delete cascade,
        drop constraint assistant_state_key`);
    // The entry of a key that belongs to no project.
    await runner.query(
      'create unique index assistant_state_key on assistant_state (key) where project_id is null',
    );
    // The entry of a key of a project; also: all of a project.
    await runner.query(`
      create unique index assistant_state_of_project on assistant_state (project_id, state_identity(key))
        where project_id is not null`);
    // The project that somebody means: by its name, without case, or by its identity.
    await runner.query(
      'create index assistant_projects_by_folded_name on assistant_projects (folded_name(name))',
    );
    // By its digest: an address may be too long for an index.
    await runner.query(
      `create index assistant_projects_by_url on assistant_projects (text_digest(url)) where url <> ''`,
    );
  }
}
