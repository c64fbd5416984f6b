import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Conversations are found by what the team has noted about them. */
export class FindByNotes1796754000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table conversations disable trigger hook_update;
      update conversations set search_text = search_text || E'\\n' || sort_name(noted.texts)
        from (
          select conversation_id, string_agg(text, E'\\n' order by created_at) as texts
          from conversation_notes where removed_at is null group by conversation_id
        ) as noted where noted.conversation_id = conversations.id;
      alter table conversations enable trigger hook_update`);
  }
}
