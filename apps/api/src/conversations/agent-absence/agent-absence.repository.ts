import { Injectable } from '@nestjs/common';
import { PanelStatements } from '../../database/database.module';
import { AGENT_AWAY_MINUTES } from './agent-away-minutes';

const LAST_SEEN = { name: 'agent_last_seen', text: 'select last_seen_at from agent_sightings' };

/**
 * The chats in which a customer wrote shortly before the agent fell silent, and nobody has read that. One statement, which
 * reads the newest of the open conversations alone; a repeat changes nothing.
 */
const CALL_PERSON = {
  name: 'call_person_for_absent_agent',
  text: `
    update conversations set status = 'needs_human', is_agent_away = true, updated_at = $1
    where id in (
      select id from conversations
      where status = 'open' and last_message_role = 'user' and unread_count > 0
        and coalesce(last_message_at, created_at) >=
          (select last_seen_at - interval '${AGENT_AWAY_MINUTES} minutes' from agent_sightings
           where last_seen_at <= $1::timestamptz - interval '${AGENT_AWAY_MINUTES} minutes')
      order by id for update skip locked)
    returning id`,
};

@Injectable()
export class AgentAbsenceRepository {
  constructor(private readonly panel: PanelStatements) {}

  async lastSeenAt(): Promise<Date | null> {
    return (await this.panel.readOne<{ last_seen_at: Date | null }>(LAST_SEEN, [])).last_seen_at;
  }

  /** @returns the ids of the conversations that need a human now */
  async callPerson(now: Date): Promise<string[]> {
    return (await this.panel.run<{ id: string }>(CALL_PERSON, [now])).map(({ id }) => id);
  }
}
