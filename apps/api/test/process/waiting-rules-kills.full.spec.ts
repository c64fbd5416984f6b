import { setTimeout as sleep } from 'node:timers/promises';
import type { ConversationSettingsDto, PingResultDto } from '@groupless/shared-dto';
import { AS_AGENT } from '../harness/data/conversations';
import { rounds } from '../harness/data/rounds';
import { openPool } from '../harness/databases/open-pool';
import { ReplicaPair } from '../harness/databases/replica-pair';
import { asSuperuser } from '../harness/databases/test-databases';

const PLAN = { waits: rounds(30, 100), kills: rounds(2, 10) };
const LIMITS: Partial<ConversationSettingsDto> = {
  remind_assigned_minutes: 10,
  remind_team_minutes: 20,
  hand_back_minutes: 30,
};

/** What the rules do, each time that they do it. */
const LOG = `
  create table rule_log (id uuid, what text);
  create function log_rule() returns trigger language plpgsql security definer as $$ begin
    insert into rule_log values (new.id, case when new.status = 'open' then 'handed back' else new.waiting_limit end);
    return null;
  end $$;
  create trigger log_rule after update of waiting_limit, status on conversations for each row
    when (new.status = 'open' and old.status = 'human'
      or new.waiting_limit is not null and new.waiting_limit is distinct from old.waiting_limit)
    execute function log_rule()`;

/**
 * One in five of those whose last rule has fired comes to the time of the next one; it is no new wait. Its status is asked twice:
 * one that is handed back while this waits for its row would begin to wait again.
 */
const AGE = `
  set session_replication_role = replica;
  update conversations set (unanswered_since, waiting_since, taken_over_at, assigned_at) = (since, since, since, since)
  from (select id as due, now() - make_interval(mins =>
      case waiting_limit when 'team' then 32 when 'assigned' then 22 else 12 end) as since
    from conversations where status = 'human' and random() < 0.2) as aged
  where id = due and status = 'human'`;

jest.setTimeout(rounds(240_000, 20 * 60_000));

describe('the rules of conversations in two processes that are killed', () => {
  let pair: ReplicaPair;
  let panel: ReturnType<typeof openPool>;
  beforeAll(async () => {
    pair = await ReplicaPair.start();
    panel = openPool(pair.databases.urls.panel.direct_url, 4);
  });
  afterAll(async () => {
    await panel.end();
    await pair.close();
  });

  async function ask<T>(method: string, path: string, body?: object, headers?: Record<string, string>) {
    const answer = await pair.call(0, method, path, body, headers);
    expect([path, answer.status < 300]).toEqual([path, true]);
    return (await answer.json()) as T;
  }

  /** Conversations that the admin has taken over, and that nobody answers. */
  async function begin(): Promise<void> {
    const settings = await ask<ConversationSettingsDto>('GET', '/api/settings/conversations');
    await ask('PUT', '/api/settings/conversations', { ...settings, ...LIMITS });
    await panel.query(`update users set notify_mail = '{client_waits}'`);
    for (let index = 0; index < PLAN.waits; index++) {
      const message = { role: 'user', text: 'Hello?' };
      const ping = { chat_id: `waits-${index}`, message };
      const path = '/api/conversations/ping';
      const { conversation_id } = await ask<PingResultDto>('POST', path, ping, AS_AGENT);
      await ask('POST', `/api/conversations/${conversation_id}/takeover`);
    }
    await panel.query(LOG);
  }

  /** Both look again and again, also while one of them is dead, until nobody waits any more. */
  async function look(kills: Promise<void>): Promise<void> {
    const url = pair.databases.urls.panel.direct_url;
    let areDone = false;
    void kills.finally(() => (areDone = true));
    for (let tries = 0; tries < 2_000; tries++) {
      // The agent is there all the time.
      await panel.query('update agent_sightings set last_seen_at = now()');
      await asSuperuser((client) => client.query(AGE), url);
      const runs = [0, 1].map((index) => pair.call(index, 'POST', '/api/jobs/waiting-conversations/run'));
      await Promise.allSettled(runs);
      const { rowCount } = await panel.query(`select from conversations where status = 'human'`);
      if (areDone && rowCount === 0) return;
      await sleep(100);
    }
  }

  it('each fires once for each, over kills of the processes', async () => {
    await begin();
    const kills = pair.killInTurns(PLAN.kills, 1_000);
    await Promise.all([look(kills), kills]);
    const times = async (text: string) => {
      const { rows } = await panel.query<{ what: string; count: number; most: number }>(
        `select what, count(*)::int as count, max(times)::int as most from (${text}) as found group by what order by what`,
      );
      return rows;
    };
    const each = (what: string) => ({ what, count: PLAN.waits, most: 1 });
    expect(await times('select what, id, count(*) as times from rule_log group by what, id')).toEqual(
      ['assigned', 'handed back', 'team'].map(each),
    );
    const lines = 'select kind as what, conversation_id, count(*) as times from conversation_events';
    expect(await times(`${lines} where kind = 'handed_back' group by kind, conversation_id`)).toEqual([
      each('handed_back'),
    ]);
    const audit = 'select action as what, object, count(*) as times from audit_events';
    expect(await times(`${audit} where action = 'conversation.handed_back' group by action, object`)).toEqual(
      [each('conversation.handed_back')],
    );
  });
});
