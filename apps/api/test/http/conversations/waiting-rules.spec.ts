import type { ConversationSettingsDto, PingMessageDto } from '@groupless/shared-dto';
import { WaitingRulesService } from '../../../src/conversations/waiting/waiting-rules.service';
import { Conversations, newChat } from '../../harness/data/conversations';
import { beginSession, signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

const MINUTE_MS = 60_000;
/** A Monday, in the opening hours. */
const START = Date.parse('2026-11-23T10:00:00.000Z');
const OFF: ConversationSettingsDto = {
  remind_assigned_minutes: null,
  remind_team_minutes: null,
  hand_back_minutes: null,
  close_after_days: null,
  assign: 'none',
  away_after_minutes: null,
  outside_hours: null,
};

describe('the rules of conversations in which nobody answers', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let byAdmin: Conversations;
  let rita: SignedInUser;
  let byRita: Conversations;
  beforeAll(async () => {
    t = await startServedApp();
    t.clock.set(new Date(START));
    [admin, rita] = [await signIn(t), await signIn(t, { role: 'operator' })];
    [byAdmin, byRita] = [new Conversations(t, admin), new Conversations(t, rita)];
    const working_hours = [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '18:00' }));
    await byAdmin.configure({ time_zone: 'UTC', working_hours });
  });
  beforeEach(async () => {
    await t.panel.query(`delete from conversations`);
    await t.panel.query(`delete from team_notices`);
    await t.panel.query('update agent_sightings set last_seen_at = null');
    await t.panel.query(`update users set notify_mail = '{}'`);
    await clock(0);
    await set({});
  });
  afterAll(() => t.close());

  let signed_in_at = 0;
  /** Tokens last ten minutes. */
  async function clock(minute: number): Promise<void> {
    t.clock.set(new Date(START + minute * MINUTE_MS));
    if (Math.abs(minute - signed_in_at) < 5) return;
    signed_in_at = minute;
    [admin, rita] = [
      await beginSession(t, admin.id, admin.email),
      await beginSession(t, rita.id, rita.email),
    ];
    [byAdmin, byRita] = [new Conversations(t, admin), new Conversations(t, rita)];
  }
  const set = (change: Partial<ConversationSettingsDto>) =>
    t.http
      .put('/api/settings/conversations')
      .set(admin.bearer)
      .send({ ...OFF, ...change })
      .expect(200);

  async function says(chat_id: string, minute: number, role: PingMessageDto['role'], needs_human = false) {
    await clock(minute);
    const ping = { chat_id, needs_human, message: { role, text: `${role} ${minute}` } };
    return (await byAdmin.ping(ping)).conversation_id;
  }

  /** A client who has waited since a minute; taken over by Rita at another. */
  async function waitsFor(rita_at: number | null, since = 0, chat = newChat()): Promise<string> {
    const id = await says(chat, since, 'user', rita_at === null);
    if (rita_at !== null) {
      await clock(rita_at);
      await byRita.post(id, 'takeover').expect(200);
    }
    return id;
  }

  /** Two processes at the same time. */
  async function look(minute: number): Promise<void> {
    await clock(minute);
    const rules = t.app.get(WaitingRulesService, { strict: false });
    const { signal } = new AbortController();
    await Promise.all([rules.run({}, signal), rules.run({}, signal)]);
  }

  const limit = async (id: string) => (await byAdmin.get(id)).waiting_limit;
  const kinds = async (id: string) => (await byAdmin.messages(id)).events.map(({ kind }) => kind);
  const handedBack = async (id: string) => (await kinds(id)).filter((kind) => kind === 'handed_back').length;
  async function notices(): Promise<{ object_id: string; user_id: string | null }[]> {
    const text = `select object_id, user_id from team_notices where kind = 'client_waits' order by id`;
    return (await t.panel.query<{ object_id: string; user_id: string | null }>(text)).rows;
  }

  describe('are settings', () => {
    it('of admins, with nothing on at first, and not over what another one has just stored', async () => {
      const get = () => t.http.get('/api/settings/conversations');
      const { body, headers } = await get().set(admin.bearer).expect(200);
      expect(body).toEqual(OFF);
      expectProblem(await get().set(rita.bearer), 403, 'forbidden');
      await set({ hand_back_minutes: 60, outside_hours: { ...OFF_LIMITS, remind_team_minutes: 120 } });
      const stale = t.http.put('/api/settings/conversations').set(admin.bearer);
      const refused = await stale.set('If-Match', String(headers['etag'])).send(OFF);
      expectProblem(refused, 412, 'version_mismatch');
      expect((await get().set(admin.bearer)).body).toMatchObject({ hand_back_minutes: 60 });
    });

    it('whose sharing and times of absence stay where they are not sent', async () => {
      await set({ assign: 'round_robin', away_after_minutes: 15 });
      const { assign: _, away_after_minutes: __, ...others } = OFF;
      const { body } = await t.http
        .put('/api/settings/conversations')
        .set(admin.bearer)
        .send({ ...others, close_after_days: 30 })
        .expect(200);
      expect(body).toEqual({ ...OFF, assign: 'round_robin', away_after_minutes: 15, close_after_days: 30 });
    });

    it.each([
      ['remind_team_minutes', 0],
      ['hand_back_minutes', 1.5],
      ['close_after_days', -1],
      ['assign', 'chance'],
      ['outside_hours', { remind_team_minutes: 5 }],
    ])('that refuse %s %j', async (field, value) => {
      const put = t.http.put('/api/settings/conversations').set(admin.bearer);
      expectProblem(await put.send({ ...OFF, [field]: value }), 400, 'invalid_request');
    });
  });

  it('do nothing where nothing is set', async () => {
    const id = await waitsFor(null);
    await look(10_000);
    expect(await byAdmin.get(id)).toMatchObject({ status: 'needs_human', waiting_limit: null });
  });

  it('remind who has the conversation, then the team, once each, within half a minute', async () => {
    await set({ remind_assigned_minutes: 5, remind_team_minutes: 15 });
    await t.panel.query(`update users set notify_mail = '{client_waits}'`);
    const [id, unassigned] = [await waitsFor(0), await waitsFor(null)];
    await look(4.4);
    expect(await limit(id)).toBeNull();
    await look(4.6);
    expect(await limit(id)).toBe('assigned');
    expect(await limit(unassigned)).toBeNull();
    await look(5.4);
    expect(await notices()).toEqual([{ object_id: id, user_id: rita.id }]);
    await look(15);
    await look(16);
    expect(await limit(unassigned)).toBe('team');
    expect((await notices()).slice(1).map(({ user_id }) => user_id)).toEqual([null, null]);
  });

  it('remind nobody of who is answered, and begin anew with the next wait', async () => {
    await set({ remind_assigned_minutes: 5 });
    const chat = newChat();
    const id = await waitsFor(0, 0, chat);
    await clock(3);
    await byRita.reply(id, 'At three').expect(201);
    await look(60);
    expect(await limit(id)).toBeNull();
    await says(chat, 61, 'user');
    await look(64);
    expect(await limit(id)).toBeNull();
    await look(66);
    expect(await limit(id)).toBe('assigned');
    await clock(67);
    await byRita.reply(id, 'Sorry').expect(201);
    expect(await limit(id)).toBeNull();
  });

  it('give who got it later as much time as anybody', async () => {
    await set({ remind_assigned_minutes: 5, hand_back_minutes: 10 });
    const id = await waitsFor(8);
    await says(newChat(), 9, 'user');
    await look(10);
    expect(await byAdmin.get(id)).toMatchObject({ status: 'human', waiting_limit: null });
    await look(13);
    expect(await limit(id)).toBe('assigned');
    await look(18);
    expect(await byAdmin.get(id)).toMatchObject({ status: 'open', waiting_since: null });
  });

  describe('hand back to the agent', () => {
    it('once, with a line that says why', async () => {
      await set({ hand_back_minutes: 60 });
      const id = await waitsFor(0);
      await says(newChat(), 58, 'user');
      await look(59);
      expect((await byAdmin.get(id)).status).toBe('human');
      await look(60);
      await look(61);
      const line = (await byAdmin.messages(id)).events.filter(({ kind }) => kind === 'handed_back');
      expect(line).toMatchObject([{ by: null, details: { minutes: 60 } }]);
      const { rows: audited } = await t.panel.query(
        `select from audit_events where object = $1 and action = 'conversation.handed_back' and user_id is null`,
        [`conversation:${id}`],
      );
      expect(audited).toHaveLength(1);
    });

    it('not while a reply is on its way, for ten minutes', async () => {
      await set({ hand_back_minutes: 20 });
      const chat = newChat();
      const id = await waitsFor(0, 0, chat);
      await clock(15);
      const { body } = await byRita.reply(id, 'At ten').expect(201);
      // It answered what was said before; the next word waits from here on.
      await t.panel.query(`update conversations set unanswered_since = $2 where id = $1`, [
        id,
        new Date(START),
      ]);
      await says(newChat(), 20, 'user');
      await look(22);
      expect((await byAdmin.get(id)).status).toBe('human');
      await look(25.1);
      expect((await byAdmin.get(id)).status).toBe('open');
      expect((await byAdmin.ping({ chat_id: chat })).deliver).toMatchObject([
        { id: (body as { id: number }).id },
      ]);
    });

    it('not while somebody writes at a reply, for five minutes', async () => {
      await set({ hand_back_minutes: 10 });
      const id = await waitsFor(0);
      await clock(8);
      await t.http.post(`/api/conversations/${id}/typing`).set(rita.bearer).expect(204);
      await says(newChat(), 9, 'user');
      await look(12);
      expect((await byAdmin.get(id)).status).toBe('human');
      await look(13.1);
      expect((await byAdmin.get(id)).status).toBe('open');
    });

    it('not again at once, where the agent calls for a person at the next word', async () => {
      await set({ hand_back_minutes: 10 });
      const chat = newChat();
      const id = await waitsFor(null, 0, chat);
      await look(10);
      await says(chat, 11, 'user', true);
      await look(12);
      expect(await byAdmin.get(id)).toMatchObject({ status: 'needs_human' });
      await look(21);
      expect(await handedBack(id)).toBe(2);
    });

    it('never to one that is switched off, paused, or was not heard of', async () => {
      await set({ hand_back_minutes: 10 });
      const id = await waitsFor(0);
      await look(30);
      expect((await byAdmin.get(id)).status).toBe('human');
      await says(newChat(), 40, 'user');
      await t.http.post('/api/agent/pause').set(rita.bearer).send({ reason: 'Fire drill' }).expect(200);
      await look(41);
      expect((await byAdmin.get(id)).status).toBe('human');
      await t.http.delete('/api/agent/pause').set(rita.bearer);
      await byAdmin.configure({ enabled: false });
      await look(42);
      expect((await byAdmin.get(id)).status).toBe('human');
      await byAdmin.configure({ enabled: true });
      await look(43);
      expect((await byAdmin.get(id)).status).toBe('open');
    });
  });

  it('close what nobody has written in for days, but not where somebody waits', async () => {
    await set({ close_after_days: 3 });
    const [quiet, waiting] = [await says(newChat(), 0, 'user'), await waitsFor(null)];
    await look(3 * 24 * 60 - 2);
    expect((await byAdmin.get(quiet)).status).toBe('open');
    await look(3 * 24 * 60);
    expect(await byAdmin.get(quiet)).toMatchObject({ status: 'closed', unread_count: 0 });
    expect((await byAdmin.get(waiting)).status).toBe('needs_human');
    expect((await byAdmin.messages(quiet)).events).toMatchObject([
      { kind: 'status_changed', by: null, details: { status: 'closed', before: 'open', days: 3 } },
    ]);
  });

  it('close nothing in which somebody writes a reply, nor what has just been opened again or taken over', async () => {
    await set({ close_after_days: 3 });
    const days = 3 * 24 * 60;
    const [drafted, reopened] = [await says(newChat(), 0, 'user'), await says(newChat(), 0, 'user')];
    await look(days);
    await clock(days + 1);
    for (const id of [drafted, reopened])
      await t.http.patch(`/api/conversations/${id}`).set(rita.bearer).send({ status: 'open' }).expect(200);
    await look(days + 2);
    expect((await byAdmin.get(reopened)).status).toBe('open');
    await clock(2 * days);
    await byRita.post(drafted, 'takeover').expect(200);
    await look(3 * days - 1);
    expect((await byAdmin.get(reopened)).status).toBe('closed');
    await clock(3 * days);
    await t.http.post(`/api/conversations/${drafted}/typing`).set(rita.bearer).expect(204);
    await look(3 * days + 4);
    expect((await byAdmin.get(drafted)).status).toBe('human');
    await look(3 * days + 6);
    expect((await byAdmin.get(drafted)).status).toBe('closed');
  });

  it('have other times outside the opening hours', async () => {
    await set({ remind_team_minutes: 5, outside_hours: { ...OFF_LIMITS, remind_team_minutes: 120 } });
    const at19 = 9 * 60;
    const id = await waitsFor(null, at19);
    await look(at19 + 30);
    expect(await limit(id)).toBeNull();
    await look(at19 + 120);
    expect(await limit(id)).toBe('team');
  });

  it('do each thing once at its time, over hours of words and answers by chance, in two processes', async () => {
    const limits = { remind_assigned_minutes: 4, remind_team_minutes: 9 };
    await set(limits);
    await t.panel.query(`update users set notify_mail = '{client_waits}'`);
    const random = randomFrom(82);
    const chats = await Promise.all(
      Array.from({ length: 8 }, async (): Promise<{ chat: string; id: string; since: number | null }> => {
        const chat = newChat();
        return { chat, id: await waitsFor(0, 0, chat), since: 0 };
      }),
    );
    const expected: string[] = [];
    const before = new Map<string, string | null>();
    for (let minute = 1; minute <= 90; minute += 1) {
      for (const one of chats) {
        const chance = random();
        if (one.since !== null && chance < 0.12) {
          await clock(minute - 0.25);
          await byRita.reply(one.id, 'Yes').expect(201);
          one.since = null;
        } else if (chance > 0.8) {
          await says(one.chat, minute - 0.25, 'user');
          one.since ??= minute - 0.25;
        }
      }
      await look(minute);
      for (const { id, since } of chats) {
        const waited = since === null ? -1 : minute + 0.5 - since;
        const due =
          waited >= limits.remind_team_minutes
            ? 'team'
            : waited >= limits.remind_assigned_minutes
              ? 'assigned'
              : null;
        const now = await limit(id);
        if (now !== due)
          throw new Error(`minute ${minute}: ${String(now)} instead of ${String(due)}, waited ${waited}`);
        if (due !== null && due !== before.get(id)) expected.push(`${id} ${due}`);
        before.set(id, due);
      }
    }
    const seen = (await notices()).map(
      ({ object_id, user_id }) => `${object_id} ${user_id === null ? 'team' : 'assigned'}`,
    );
    expect(seen.length).toBeGreaterThan(10);
    expect([...seen].sort()).toEqual([...expected].sort());
  });
});

const OFF_LIMITS = { remind_assigned_minutes: null, remind_team_minutes: null, hand_back_minutes: null };

/** The same numbers each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
