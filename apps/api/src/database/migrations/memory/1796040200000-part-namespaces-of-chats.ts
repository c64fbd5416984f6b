import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Pings could name a chat `project:…`, which coding assistants read. Such chats get another name, so what customers wrote
 * there is out of an assistant's reach. And a message knows the name of the key whose ping brought it.
 */
export class PartNamespacesOfChats1796040200000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table chat_history add column reported_by text;
      with moved as (
        update chat_history set chat_id = 'ping:' || chat_id
        where chat_id ilike 'project:%' and written_in in ('ping', 'panel')
        returning chat_id
      )
      insert into chats (chat_id, takeovers)
      select distinct moved.chat_id, coalesce(known.takeovers, 0)
      from moved left join chats as known on 'ping:' || known.chat_id = moved.chat_id
      on conflict do nothing`);
  }
}
