import type { ConversationDto, DashboardDto, PageDto, PingDto, PingMessageDto } from '@groupless/shared-dto';
import { AgentAbsenceService } from '../../../src/conversations/agent-absence/agent-absence.service';
import { Conversations, newChat } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const MINUTE_MS = 60_000;
const START = Date.parse('2026-11-23T09:00:00.000Z');

/** The instant so many minutes after the start. */
const at = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString();

describe('a conversation waits', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let byAdmin: Conversations;
  let byRita: Conversations;
  let rita: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    [admin, rita] = [await signIn(t), await signIn(t, { role: 'operator' })];
    [byAdmin, byRita] = [new Conversations(t, admin), new Conversations(t, rita)];
  });
  afterEach(() => t.clock.set(new Date()));
  afterAll(() => t.close());

  const clock = (minute: number) => t.clock.set(new Date(START + minute * MINUTE_MS));
  const waits = async (id: string) => (await byAdmin.get(id)).waiting_since;

  async function says(
    chat_id: string,
    minute: number,
    role: PingMessageDto['role'],
    more: Partial<PingDto> = {},
  ): Promise<string> {
    clock(minute);
    const ping = await byAdmin.ping({ chat_id, message: { role, text: `${role} ${minute}` }, ...more });
    return ping.conversation_id;
  }

  async function taken(minute: number, id: string): Promise<void> {
    clock(minute);
    await byRita.post(id, 'takeover').expect(200);
  }

  it('for nobody while the agent answers', async () => {
    const chat = newChat();
    const id = await says(chat, 0, 'user');
    expect(await waits(id)).toBeNull();
    await says(chat, 1, 'assistant');
    expect(await waits(id)).toBeNull();
  });

  it('since the first word that nobody answered, from when a person is to answer', async () => {
    const chat = newChat();
    await says(chat, 0, 'user');
    await says(chat, 1, 'assistant');
    await says(chat, 2, 'user');
    const id = await says(chat, 5, 'user');
    await taken(6, id);
    expect(await waits(id)).toBe(at(2));
    await says(chat, 7, 'user');
    expect(await waits(id)).toBe(at(2));
  });

  it('not once a person has answered, until the client writes again', async () => {
    const chat = newChat();
    const id = await says(chat, 0, 'user');
    await taken(1, id);
    clock(2);
    await byRita.reply(id, 'At three').expect(201);
    expect(await waits(id)).toBeNull();
    await says(chat, 8, 'user');
    await says(chat, 9, 'user');
    expect(await waits(id)).toBe(at(8));
  });

  it('not once a person has answered by another program', async () => {
    const chat = newChat();
    const id = await says(chat, 0, 'user', { needs_human: true });
    await says(chat, 4, 'operator');
    expect(await byAdmin.get(id)).toMatchObject({ status: 'needs_human', waiting_since: null });
  });

  it('since the call for a person, where the agent has answered all before', async () => {
    const chat = newChat();
    await says(chat, 0, 'user');
    const id = await says(chat, 1, 'assistant', { needs_human: true });
    expect(await waits(id)).toBe(at(0));
    const other = newChat();
    await says(other, 0, 'user');
    await says(other, 1, 'assistant');
    const called = await says(other, 3, 'assistant', { needs_human: true });
    expect(await waits(called)).toBe(at(3));
    await says(other, 5, 'user', { needs_human: true });
    expect(await waits(called)).toBe(at(3));
  });

  it('not for an answered take-over whose person has gone', async () => {
    const [gone, chat] = [await signIn(t, { role: 'operator' }), newChat()];
    const byGone = new Conversations(t, gone);
    const answered = await says(chat, 0, 'user');
    await byGone.post(answered, 'takeover').expect(200);
    await byGone.reply(answered, 'Done').expect(201);
    const open = await says(newChat(), 3, 'user');
    await byGone.post(open, 'takeover').expect(200);
    await t.http.patch(`/api/users/${gone.id}`).set(admin.bearer).send({ is_active: false }).expect(200);
    expect(await byAdmin.get(answered)).toMatchObject({ status: 'needs_human', waiting_since: null });
    expect(await byAdmin.get(open)).toMatchObject({ status: 'needs_human', waiting_since: at(3) });
  });

  it('for nobody once it is handed back or closed', async () => {
    const id = await says(newChat(), 0, 'user');
    await taken(1, id);
    await byRita.post(id, 'handback').expect(200);
    expect(await waits(id)).toBeNull();
    await taken(4, id);
    expect(await waits(id)).toBe(at(0));
    await byRita.patch(id, { status: 'closed' }).expect(200);
    expect(await waits(id)).toBeNull();
    clock(9);
    await byRita.patch(id, { status: 'needs_human' }).expect(200);
    expect(await waits(id)).toBe(at(9));
  });

  it('again when the only answer is taken back', async () => {
    const id = await says(newChat(), 0, 'user');
    await taken(1, id);
    const { body } = await byRita.reply(id, 'Wrong chat').expect(201);
    expect(await waits(id)).toBeNull();
    const url = `/api/conversations/${id}/messages/${(body as { id: number }).id}`;
    await t.http.delete(url).set(rita.bearer).expect(204);
    expect(await waits(id)).toBe(at(0));
  });

  it('since it was heard, where a word arrives that was written before the answer', async () => {
    const chat = newChat();
    const id = await says(chat, 0, 'user');
    await taken(1, id);
    clock(5);
    await byRita.reply(id, 'Yes').expect(201);
    clock(9);
    await byAdmin.ping({ chat_id: chat, message: { role: 'user', text: 'late', timestamp: at(3) } });
    expect(await waits(id)).toBe(at(9));
  });

  it('on though the agent reports late what it said before the take-over', async () => {
    const chat = newChat();
    const id = await says(chat, 0, 'user');
    await taken(2, id);
    clock(4);
    const message = { role: 'assistant' as const, text: 'late', timestamp: at(1) };
    await byAdmin.ping({ chat_id: chat, message });
    expect(await waits(id)).toBe(at(0));
  });

  it('where the agent is silent, and not any more when it answers', async () => {
    const chat = newChat();
    const id = await says(chat, 0, 'user');
    clock(16);
    await t.panel.query('update agent_sightings set last_seen_at = $1', [at(0)]);
    await t.app.get(AgentAbsenceService).look();
    expect(await waits(id)).toBe(at(0));
    await says(chat, 17, 'assistant');
    expect(await byAdmin.get(id)).toMatchObject({ status: 'open', waiting_since: null });
  });

  it('in a list that has the longest wait first, then the rest, over pages', async () => {
    const first = await says(newChat(), 100, 'user', { needs_human: true });
    const longest = await says(newChat(), 50, 'user', { needs_human: true });
    const none = await says(newChat(), 40, 'user');
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const query = { sort: 'waiting', limit: 2, ...(cursor === null ? {} : { cursor }) };
      const answer = await t.http.get('/api/conversations').query(query).set(admin.bearer).expect(200);
      const page = answer.body as PageDto<ConversationDto>;
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.indexOf(longest)).toBeLessThan(ids.indexOf(first));
    expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(none));
  });

  it('on the dashboard and beside the places of the panel, with how many and since when', async () => {
    const before = (await t.http.get('/api/conversations/counts').set(admin.bearer)).body as {
      waiting: number;
    };
    const id = await says(newChat(), -1000, 'user', { needs_human: true });
    const counts = await t.http.get('/api/conversations/counts').set(admin.bearer).expect(200);
    const waiting = { waiting: before.waiting + 1, waiting_since: at(-1000) };
    expect(counts.body).toMatchObject(waiting);
    const { body } = await t.http.get('/api/dashboard').set(admin.bearer).expect(200);
    const dashboard = body as DashboardDto;
    expect(dashboard.conversations).toMatchObject(waiting);
    expect(dashboard.attention).toContainEqual({
      kind: 'clients_wait',
      count: waiting.waiting,
      since: at(-1000),
      link: '/conversations?sort=waiting',
      reason: null,
    });
    await byAdmin.patch(id, { status: 'closed' }).expect(200);
  });
});
