import { Injectable } from '@nestjs/common';
import { PanelStatements } from '../../database/database.module';
import { AGENT_AWAY_MINUTES } from './agent-away-minutes';

const LAST_SEEN = { name: 'agent_last_seen', text: 'select last_seen_at from agent_sightings' };

/** Customers who wrote after this wait for an agent that has not been seen since. */
const BEFORE_SILENCE = `(select last_seen_at - interval '${AGENT_AWAY_MINUTES} minutes' from agent_sightings
  where last_seen_at <= $1::timestamptz - interval '${AGENT_AWAY_MINUTES} minutes')`;

/** Customers who wrote shortly before the agent was stopped may get no answer, because it cannot report any more. */
const BEFORE_STOP = `$1::timestamptz - interval '${AGENT_AWAY_MINUTES} minutes'`;

const CALL_PERSON = callPerson('call_person_for_absent_agent', BEFORE_SILENCE);
const CALL_PERSON_FOR_STOPPED = callPerson('call_person_for_stopped_agent', BEFORE_STOP);

@Injectable()
export class AgentAbsenceRepository {
  constructor(private readonly panel: PanelStatements) {}

  async lastSeenAt(): Promise<Date | null> {
    return (await this.panel.readOne<{ last_seen_at: Date | null }>(LAST_SEEN, [])).last_seen_at;
  }

  /**
   * @param isStopped whether the agent is switched off or paused
   * @returns the ids of the conversations that need a human now
   */
  async callPerson(now: Date, isStopped: boolean): Promise<string[]> {
    const statement = isStopped ? CALL_PERSON_FOR_STOPPED : CALL_PERSON;
    return (await this.panel.run<{ id: string }>(statement, [now])).map(({ id }) => id);
  }
}

/**
 * Chats with an unread customer message since then. One statement, which reads only the newest of the open
 * conversations; repeating it changes nothing.
 */
function callPerson(name: string, since: string) {
  return {
    name,
    text: `
      update conversations set status = 'needs_human', is_agent_away = true, updated_at = $1
      where id in (
        select id from conversations
        where status = 'open' and last_message_role = 'user' and unread_count > 0
          and coalesce(last_message_at, created_at) >= ${since}
        order by id for update skip locked)
      returning id`,
  };
}
