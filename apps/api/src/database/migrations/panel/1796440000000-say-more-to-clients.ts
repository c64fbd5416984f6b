import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Name and address of the business, for mails; and closures say whether clients may hear their reason, as they did until now. */
export class SayMoreToClients1796440000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table chat_agent_settings add column business_name text not null default '',
        add column address text not null default ''`);
    await runner.query(`
      update chat_agent_settings set closures = (
        select coalesce(jsonb_agg(one || '{"public": true}'::jsonb order by place), '[]'::jsonb)
        from jsonb_array_elements(closures) with ordinality as stored (one, place))`);
  }
}
