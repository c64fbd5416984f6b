import type { ConversationCountsDto, ConversationDto, DashboardDto, PageDto } from '@groupless/shared-dto';
import { Conversations, newChat, says } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

describe('what is unread', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let rita: SignedInUser;
  let olaf: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp();
    [admin, rita, olaf] = [
      await signIn(t),
      await signIn(t, { role: 'operator' }),
      await signIn(t, { role: 'operator' }),
    ];
  });
  afterAll(() => t.close());

  const by = (user: SignedInUser) => new Conversations(t, user);
  const mark = (user: SignedInUser, id: string, how: 'read' | 'unread', body: object = {}) =>
    t.http.post(`/api/conversations/${id}/${how}`).set(user.bearer).send(body);
  const unread = async (id: string, ...users: SignedInUser[]) =>
    Promise.all(users.map(async (user) => (await by(user).get(id)).unread_count));
  async function listed(user: Pick<SignedInUser, 'bearer'>, value: boolean): Promise<string[]> {
    const { body } = await t.http
      .get(`/api/conversations?unread=${value}&limit=200`)
      .set(user.bearer)
      .expect(200);
    return (body as PageDto<ConversationDto>).items.map(({ id }) => id);
  }
  async function counted(user: SignedInUser): Promise<{ unread: number; attention: number }> {
    const { body: dashboard } = await t.http.get('/api/dashboard').set(user.bearer).expect(200);
    const { body: badge } = await t.http.get('/api/conversations/counts').set(user.bearer).expect(200);
    const { unread: count } = (dashboard as DashboardDto).conversations;
    return { unread: count, attention: (badge as ConversationCountsDto).attention };
  }

  it('is each user’s own: in the list, on the dashboard, in the badge, and no change of the conversation', async () => {
    const { conversation_id: id } = await by(rita).begin();
    const before = [await by(rita).get(id), await counted(rita), await counted(olaf)] as const;
    const { body } = await mark(olaf, id, 'read').expect(200);
    expect(body).toMatchObject({ unread_count: 0, first_unread_id: null, updated_at: before[0].updated_at });
    expect(await by(rita).get(id)).toEqual(before[0]);
    expect([await listed(rita, true), await listed(olaf, false)]).toEqual([
      expect.arrayContaining([id]),
      expect.arrayContaining([id]),
    ]);
    expect([await listed(rita, false), await listed(olaf, true)]).toEqual([
      expect.not.arrayContaining([id]),
      expect.not.arrayContaining([id]),
    ]);
    expect(await counted(rita)).toEqual(before[1]);
    expect(await counted(olaf)).toEqual({
      unread: before[2].unread - 1,
      attention: before[2].attention - 1,
    });
  });

  it('is what came later, whenever it was written', async () => {
    const chat_id = newChat();
    const say = async (text: string, minutes: number) => {
      const timestamp = new Date(Date.now() - minutes * 60_000).toISOString();
      return by(rita).ping({ chat_id, message: { ...says('user', text), timestamp } });
    };
    const a = await say('A', 60);
    const b = await say('B', 10);
    const id = a.conversation_id;
    await mark(rita, id, 'read', { up_to: b.message_id }).expect(200);
    const [c, d] = [await say('C', 50), await say('D', 40)];
    expect(await by(rita).get(id)).toMatchObject({ unread_count: 2, first_unread_id: c.message_id });
    expect(await unread(id, olaf)).toEqual([4]);
    // Only C was on the screen.
    await mark(rita, id, 'read', { up_to: c.message_id }).expect(200);
    expect(await by(rita).get(id)).toMatchObject({ unread_count: 1, first_unread_id: d.message_id });
    // Another window of the same user is behind.
    await mark(rita, id, 'read', { up_to: a.message_id }).expect(200);
    expect(await unread(id, rita)).toEqual([1]);
    await mark(rita, id, 'unread', { from: b.message_id }).expect(200);
    expect(await by(rita).get(id)).toMatchObject({ unread_count: 3, first_unread_id: b.message_id });
    await mark(rita, id, 'read', { up_to: Number.MAX_SAFE_INTEGER }).expect(200);
    await say('E', 0);
    expect(await unread(id, rita)).toEqual([1]);
  });

  it('is marked for later by one user, and stays so whatever a colleague reads', async () => {
    const { conversation_id: id } = await by(rita).begin();
    await mark(rita, id, 'read').expect(200);
    await mark(rita, id, 'unread').expect(200);
    await mark(olaf, id, 'read').expect(200);
    expect(await unread(id, rita, olaf)).toEqual([1, 0]);
    expect(await listed(rita, true)).toContain(id);
    await mark(rita, id, 'read').expect(200);
    expect(await listed(rita, true)).not.toContain(id);
  });

  it('is for keys what nobody has read, and a key reads for the team', async () => {
    const made = await t.http
      .post('/api/settings/keys')
      .set(admin.bearer)
      .send({ name: 'reader', scopes: ['panel:read', 'panel:write'] })
      .expect(201);
    const key = { 'x-api-key': (made.body as { key: string }).key };
    const { conversation_id: id } = await by(rita).begin();
    const ofKey = async () =>
      ((await t.http.get(`/api/conversations/${id}`).set(key).expect(200)).body as ConversationDto)
        .unread_count;
    expect(await ofKey()).toBe(1);
    await mark(rita, id, 'read').expect(200);
    expect([await ofKey(), ...(await unread(id, olaf))]).toEqual([0, 1]);
    await t.http.post(`/api/conversations/${id}/unread`).set(key).expect(200);
    expect([await ofKey(), ...(await unread(id, rita))]).toEqual([1, 0]);
    await t.http.post(`/api/conversations/${id}/read`).set(key).expect(200);
    expect([await ofKey(), ...(await unread(id, olaf))]).toEqual([0, 1]);
  });

  it('is nothing from before for who is new, and nothing of what was closed or erased', async () => {
    const { conversation_id: id, chat_id, message_id } = await by(rita).begin();
    const nina = await signIn(t, { role: 'operator' });
    expect(await unread(id, nina, olaf)).toEqual([0, 1]);
    await by(rita).ping({ chat_id, message: says('user', 'And now?') });
    expect(await unread(id, nina, olaf)).toEqual([1, 2]);
    const address = `/api/conversations/${id}/messages/${String(message_id)}`;
    await t.http.delete(address).set(rita.bearer).expect(204);
    expect(await unread(id, nina, olaf)).toEqual([1, 1]);
    await mark(olaf, id, 'unread').expect(200);
    await by(rita).patch(id, { status: 'closed' }).expect(200);
    expect(await unread(id, nina, olaf, admin)).toEqual([0, 0, 0]);
    await by(rita).ping({ chat_id, message: says('user', 'Once more') });
    expect(await unread(id, nina, olaf, admin)).toEqual([1, 1, 1]);
  });

  it('is refused where there is no such conversation, or no such id', async () => {
    const { conversation_id: id } = await by(rita).begin();
    expectProblem(await mark(rita, '00000000-0000-7000-8000-000000000000', 'read'), 404, 'not_found');
    expectProblem(await mark(rita, id, 'read', { up_to: 0 }), 400, 'invalid_request');
    expectProblem(await mark(rita, id, 'unread', { from: 'x' }), 400, 'invalid_request');
  });
});
