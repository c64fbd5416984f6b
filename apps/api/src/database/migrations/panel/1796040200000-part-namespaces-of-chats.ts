import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Conversations whose chat is named as those of coding assistants get the name that their messages have now. The audit notes
 * the id of a key beside its name, which another key may have later.
 */
export class PartNamespacesOfChats1796040200000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update conversations set chat_id = 'ping:' || chat_id where chat_id ilike 'project:%';
      update appointments set chat_id = 'ping:' || chat_id where chat_id ilike 'project:%';
      alter table audit_events add column key_id text`);
  }
}
