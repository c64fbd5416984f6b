import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * A closure is of a row, and the settings tell it by the row's name. That of one who left is told as long as the name means that one,
 * and waits while somebody else has the name; a document that does not tell it leaves it.
 */
export class KeepClosuresOfWhoLeft1796680000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(IS_TOLD);
    await runner.query(
      rewritten(
        'bookable_settings()',
        'from closures as c left join resources as r on r.id = c.resource_id)',
        'from closures as c left join resources as r on r.id = c.resource_id where is_told(c))',
      ),
    );
    await runner.query(
      rewritten(
        'store_bookable_settings(jsonb, jsonb, jsonb, jsonb, timestamptz, text)',
        'delete from closures;',
        'delete from closures as c where is_told(c);',
      ),
    );
    // The copy of the version before.
    await runner.query('update chat_agent_settings set updated_at = updated_at');
  }
}

const IS_TOLD = `
  create function is_told(closure closures) returns boolean
    language sql stable
    as $$
    select closure.resource_id is null or closure.resource_id = (
      select named.id
      from resources as own join resources as named on folded_name(named.name) = folded_name(own.name)
      where own.id = closure.resource_id
      order by named.archived_at desc nulls first limit 1)
    $$`;

/** Stores a function with a part written otherwise. */
const rewritten = (name: string, part: string, by: string) => `
  do $do$
  declare
    before text := pg_get_functiondef('${name}'::regprocedure);
    after text := replace(before, '${part}', '${by}');
  begin
    if after = before then raise exception '${name} is not as it was made.'; end if;
    execute after;
  end $do$`;
