import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

const OWNER_OF = (session: string) => `(select owner_id from assistant_sessions where id = ${session})`;

const LATER = 'where excluded.at > greatest(known.at, known.withdrawn_at)';

/**
 * A decision is as private as the session that said it last. A private extract that repeats one of the team, or of somebody else,
 * therefore leaves it as it is: otherwise it would hide it from everybody else.
 */
export class LeaveDecisionsToTheTeam1796430000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    for (const name of ['decisions_said', 'decisions_corrected']) {
      const [stored] = (await runner.query('select pg_get_functiondef($1::regproc) as text', [name])) as {
        text: string;
      }[];
      if (!stored?.text.includes(LATER)) throw new Error(`${name} does not store decisions as it did.`);
      await runner.query(stored.text.replace(LATER, `${LATER} and ${MAY_TAKE_OVER}`));
    }
  }
}

const MAY_TAKE_OVER = `(
  ${OWNER_OF('excluded.session_id')} is null
  or ${OWNER_OF('excluded.session_id')} is not distinct from ${OWNER_OF('known.session_id')})`;
