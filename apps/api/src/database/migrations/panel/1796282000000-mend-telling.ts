import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * A reminder is known until it is taken back, also when its appointment is deleted, and before its message is stored. A client
 * who asks for a person is told of also where the silence of the agent needed one already.
 */
export class MendTelling1796282000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table chat_reminders drop constraint chat_reminders_appointment, alter column message_id drop not null;
      drop index chat_reminders_open;
      create index chat_reminders_by_start on chat_reminders (starts_at);
      drop trigger conversations_notice_changed on conversations;
      create trigger conversations_notice_changed after update of status, is_agent_away on conversations
        for each row when (new.status = 'needs_human'
          and (old.status <> 'needs_human' or old.is_agent_away and not new.is_agent_away))
        execute function note_conversation_for_team()`);
  }
}
