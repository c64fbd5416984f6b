import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Decisions are the team's: what a private extract says is in it alone, and in no list of decisions. Otherwise it would hide
 * what the team decided, or be told to everybody once it is deleted.
 */
export class LeaveDecisionsToTheTeam1796430000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await replaceIn(runner, 'decisions_said', [SAYS, `${SAYS} and owner_id is null`]);
    await replaceIn(runner, 'decisions_unsaid', [SAYS, `${SAYS} and owner_id is null`]);
    await replaceIn(
      runner,
      'decisions_corrected',
      // What its owner alone could read before is new to the team.
      [IS_OLD, `decision_identity(entry) and old.owner_id is null) as is_old`],
      [STORES, `if new.owner_id is not null then return null; end if;\n${STORES}`],
    );
    await runner.query(TRIGGER);
    await runner.query(TAKE_OUT);
  }
}

const SAYS = `decisions_made <> ''`;
const IS_OLD = `decision_identity(entry)) as is_old`;
const STORES = 'insert into assistant_decisions as known';

const TRIGGER = `
  drop trigger decisions_corrected on assistant_sessions;
  create trigger decisions_corrected
    after update of decisions_made, decisions_list, projects_touched, projects, owner_id on assistant_sessions
    for each row
    when ((old.decisions_made, old.decisions_list, old.projects, old.owner_id)
          is distinct from (new.decisions_made, new.decisions_list, new.projects, new.owner_id))
    execute function decisions_corrected();`;

const TAKE_OUT = `
  select set_config('groupless.unversioned', 'on', true);
  select decisions_unsaid(array(
    select known.id from assistant_decisions as known join assistant_sessions as said on said.id = known.session_id
    where said.owner_id is not null));
  delete from memory_versions as version using assistant_sessions as said
  where version.kind = 'decision' and said.id = (version.before ->> 'session_id')::bigint and said.owner_id is not null;
  select set_config('groupless.unversioned', '', true);`;

async function replaceIn(
  runner: QueryRunner,
  name: string,
  ...changes: readonly [before: string, after: string][]
): Promise<void> {
  const [stored] = (await runner.query('select pg_get_functiondef($1::regproc) as text', [name])) as {
    text: string;
  }[];
  let text = stored?.text ?? '';
  for (const [before, after] of changes) {
    if (!text.includes(before)) throw new Error(`${name} is not as it was made.`);
    text = text.replaceAll(before, after);
  }
  await runner.query(text);
}
