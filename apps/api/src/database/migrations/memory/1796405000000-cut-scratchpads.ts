import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Summaries of compactions were stored with what the model thought before it wrote: only the text between the tags `<summary>` stays.
 * An extract of what came after stands behind it, a text of before in front of it.
 */
export class CutScratchpads1796405000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`select set_config('groupless.unversioned', 'on', true)`);
    await runner.query(CUT);
    await runner.query(`select set_config('groupless.unversioned', '', true)`);
  }
}

/** Each pattern begins with a quantifier that is not greedy: in PostgreSQL the first one decides for all. */
const CUT = String.raw`
  update assistant_sessions as told
  set summary = cut.summary
  from assistant_sessions as stored
  cross join lateral (
    select btrim(
      regexp_replace(
        regexp_replace(stored.summary, '\s*?<analysis>.*?</analysis>\s*?<summary>\s*?(.*?)\s*?</summary>', E'\n\n\\1', 'gi'),
        '^\s*?<analysis>.*?</analysis>', '', 'i'),
      E' \n\r\t') as summary
  ) as cut
  where told.id = stored.id and cut.summary not in ('', stored.summary) and stored.summary like '%<analysis>%'`;
