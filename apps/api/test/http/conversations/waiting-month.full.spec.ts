import { writeFileSync } from 'node:fs';
import type { ConversationSettingsDto, PingMessageDto } from '@groupless/shared-dto';
import { WaitingRulesService } from '../../../src/conversations/waiting/waiting-rules.service';
import { Conversations, newChat } from '../../harness/data/conversations';
import { beginSession, signIn, type SignedInUser } from '../../harness/data/panel-users';
import { createTestDatabases, type TestDatabases } from '../../harness/databases/test-databases';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

/** A file for the table of what happened, for who wants to look at it. */
const TABLE = process.env['TEST_TABLE'];

const MINUTE_MS = 60_000;
const START = Date.parse('2026-11-02T00:00:00.000Z');
const DAYS = 30;
const WAITS = 90;
const RULES: ConversationSettingsDto = {
  remind_assigned_minutes: 5,
  remind_team_minutes: 15,
  hand_back_minutes: 60,
  close_after_days: 7,
  assign: 'none',
  away_after_minutes: null,
  outside_hours: null,
};

/** Minutes, none so near to a limit that the next minute decides. */
const ANSWERS = [1, 3, 8, 12, 20, 40, 55, 65];

/** A client writes at a minute in a chat that somebody has; the answer comes so many minutes later, or never. */
interface Wait {
  at: number;
  answered: number | null;
  id: string;
}

type Rule = 'assigned' | 'team' | 'handed back' | 'closed';

interface Fired {
  rule: Rule;
  id: string;
  at: number;
}

/** A month in minutes, of which those are looked at in which something may happen, and some more. */
describe('a month of conversations with known waits', () => {
  let databases: TestDatabases;
  let apps: ServedApp[];
  let admin: SignedInUser;
  let rita: SignedInUser;
  beforeAll(async () => {
    databases = await createTestDatabases();
    apps = [await startServedApp({ urls: databases.urls }), await startServedApp({ urls: databases.urls })];
    clock(0);
    [admin, rita] = [await signIn(apps[0]!), await signIn(apps[0]!, { role: 'operator' })];
    await apps[0]!.http.put('/api/settings/conversations').set(admin.bearer).send(RULES).expect(200);
    await apps[0]!.panel.query(`update users set notify_mail = '{client_waits}'`);
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await databases.drop();
  });

  function clock(minute: number): void {
    for (const app of apps) app.clock.set(new Date(START + minute * MINUTE_MS));
  }
  const random = randomFrom(82);
  const whole = (most: number) => Math.floor(random() * most);

  async function by(user: SignedInUser): Promise<Conversations> {
    return new Conversations(apps[0]!, await beginSession(apps[0]!, user.id, user.email));
  }

  /** Both look at the same time; of one the connections are cut off in the middle, and it tries again. */
  async function look(minute: number, isCutOff: boolean): Promise<void> {
    clock(minute);
    // The agent is there all the time.
    await apps[0]!.panel.query('update agent_sightings set last_seen_at = $1', [apps[0]!.clock.now()]);
    const run = ({ app }: ServedApp) =>
      app.get(WaitingRulesService, { strict: false }).run({}, new AbortController().signal);
    const cut = isCutOff ? cutOff(whole(8)) : Promise.resolve();
    const runs = await Promise.allSettled(apps.map(run));
    await cut;
    if (runs.some(({ status }) => status === 'rejected')) await again(() => run(apps[1]!));
  }

  async function cutOff(afterMs: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    await apps[0]!.panel.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and usename = current_user and state <> 'idle' and query not ilike 'listen%'`,
    );
  }

  async function again(work: () => Promise<void>): Promise<void> {
    for (let tried = 0; ; tried++) {
      try {
        await work();
        return;
      } catch (error) {
        if (tried === 5) throw error;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }

  it('has each rule once at its time, and none for who was answered', async () => {
    const waits: Wait[] = Array.from({ length: WAITS }, (_, index) => ({
      at: 60 + Math.floor((index * (DAYS - 9) * 24 * 60) / WAITS) + random() * 20,
      answered: random() < 0.4 ? ANSWERS[whole(ANSWERS.length)]! : null,
      id: '',
    }));
    const steps = waits.flatMap((wait) => [
      { at: wait.at, run: () => begin(wait) },
      ...(wait.answered === null ? [] : [{ at: wait.at + wait.answered, run: () => answer(wait) }]),
    ]);
    const due = waits.flatMap(expectedOf);
    const minutes = new Set<number>();
    for (const { at } of [...due, ...steps])
      for (let near = -2; near <= 2; near++) minutes.add(Math.round(at) + near);
    for (let minute = 0; minute < DAYS * 24 * 60; minute += 180) minutes.add(minute);
    const looks = [...minutes].filter((minute) => minute >= 0).sort((a, b) => a - b);
    steps.sort((a, b) => a.at - b.at);
    const fired: Fired[] = [];
    let cuts = 0;
    let restarts = 0;
    for (const [index, minute] of looks.entries()) {
      while (steps[0] !== undefined && steps[0].at <= minute) await steps.shift()?.run();
      if (index % 300 === 299) {
        await apps[1]!.close();
        apps[1] = await startServedApp({ urls: databases.urls });
        restarts++;
      }
      const isCutOff = index % 10 === 9;
      if (isCutOff) cuts++;
      await look(minute, isCutOff);
      await note(minute, fired);
    }
    const rows = (['assigned', 'team', 'handed back', 'closed'] as const).map((rule) => {
      const own = fired.filter((one) => one.rule === rule);
      const expected = due.filter((one) => one.rule === rule);
      const late = expected.map(({ id, at }) => {
        const found = own.filter((one) => one.id === id);
        return found.length === 1 ? (found[0]!.at - at) * 60 : Number.NaN;
      });
      return {
        rule,
        expected: expected.length,
        fired: own.length,
        earliest_s: Math.round(Math.min(...late)),
        latest_s: Math.round(Math.max(...late)),
      };
    });
    const table = [{ looks: looks.length, cuts, restarts, waits: WAITS }, ...rows];
    if (TABLE !== undefined) writeFileSync(TABLE, table.map((row) => `${JSON.stringify(row)}\n`).join(''));
    for (const { expected, fired: times, earliest_s, latest_s } of rows) {
      expect(times).toBe(expected);
      expect(earliest_s).toBeGreaterThanOrEqual(-30);
      expect(latest_s).toBeLessThanOrEqual(30);
    }
    // What was noted to be told, too, is there once.
    const { rows: told } = await apps[0]!.panel.query<{ count: number }>(
      `select count(*)::int as count from team_notices where kind = 'client_waits' group by object_id, user_id having count(*) > 1`,
    );
    const { rows: lines } = await apps[0]!.panel.query<{ count: number }>(
      `select count(*)::int as count from conversation_events where kind = 'handed_back'`,
    );
    expect(lines[0]!.count).toBe(due.filter(({ rule }) => rule === 'handed back').length);
    expect(told).toEqual([]);
  });

  /** Rita has it from the first word on. */
  async function begin(wait: Wait): Promise<void> {
    clock(wait.at);
    const c = await by(rita);
    const message: PingMessageDto = { role: 'user', text: 'Hello?' };
    wait.id = (await again200(() => c.ping({ chat_id: newChat(), message }))).conversation_id;
    await again200(() => c.post(wait.id, 'takeover').expect(200));
    last.set(wait.id, { limit: null, status: 'human' });
  }

  async function answer({ at, answered, id }: Wait): Promise<void> {
    // Handed back meanwhile: nobody answers there any more.
    if (last.get(id)?.status !== 'human') return;
    clock(at + (answered ?? 0));
    const c = await by(rita);
    const { body } = await again200(() => c.reply(id, 'Yes').expect(201));
    const { chat_id } = await c.get(id);
    await again200(() => c.ping({ chat_id, delivered: [(body as { id: number }).id] }));
  }

  async function again200<T>(work: () => PromiseLike<T>): Promise<T> {
    try {
      return await work();
    } catch {
      return work();
    }
  }

  function expectedOf(wait: Wait): { rule: Rule; at: number; readonly id: string }[] {
    const answered = wait.answered ?? Infinity;
    const of = (rule: Rule, after: number) => ({
      rule,
      at: wait.at + after,
      get id() {
        return wait.id;
      },
    });
    // What is due within the next half minute is done now: an answer just then comes too late.
    const limits = [of('assigned', 5), of('team', 15), of('handed back', 60)].filter(
      (one) => answered > one.at - wait.at,
    );
    const end = answered < 60 ? answered : 0;
    return [...limits, of('closed', end + 7 * 24 * 60)];
  }

  const last = new Map<string, { limit: string | null; status: string }>();
  async function note(minute: number, fired: Fired[]): Promise<void> {
    const text = 'select id, waiting_limit as limit, status from conversations';
    const { rows } = await apps[0]!.panel.query<{ id: string; limit: Rule | null; status: string }>(text);
    for (const { id, limit, status } of rows) {
      const before = last.get(id);
      if (limit !== null && limit !== before?.limit) fired.push({ rule: limit, id, at: minute });
      if (status === 'open' && before?.status === 'human')
        fired.push({ rule: 'handed back', id, at: minute });
      if (status === 'closed' && before?.status !== 'closed') fired.push({ rule: 'closed', id, at: minute });
      last.set(id, { limit, status });
    }
  }
});

/** The same numbers each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
