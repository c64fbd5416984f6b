import type { ConversationDto, ConversationMessageDto } from '@groupless/shared-dto';
import { randomUUID } from 'node:crypto';
import { AS_AGENT, Conversations } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

describe('who answers in a conversation', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let c: Conversations;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
    c = new Conversations(t, admin);
  });
  afterAll(() => t.close());

  const assign = (id: string, user_id: unknown, { bearer } = admin) =>
    t.http.post(`/api/conversations/${id}/assign`).set(bearer).send({ user_id });

  it('is nobody at first, then who takes over, and stays when it is handed back', async () => {
    const { conversation_id: id } = await c.begin();
    expect((await c.get(id)).assigned_to).toBeNull();
    const { body } = await c.post(id, 'takeover').expect(200);
    expect((body as ConversationDto).assigned_to).toEqual({ id: admin.id, name: 'The admin' });
    await c.post(id, 'handback').expect(200);
    expect((await c.get(id)).assigned_to).toEqual({ id: admin.id, name: 'The admin' });
  });

  it('is set by an operator, and taken away again', async () => {
    const { conversation_id: id } = await c.begin();
    const operator = await signIn(t, { role: 'operator' });
    const assigned = await assign(id, operator.id, operator).expect(200);
    expect((assigned.body as ConversationDto).assigned_to).toEqual({ id: operator.id, name: 'The operator' });
    const { body: page } = await t.http.get('/api/conversations').set(admin.bearer).expect(200);
    const [row] = (page as { items: ConversationDto[] }).items;
    expect(row?.assigned_to).toEqual({ id: operator.id, name: 'The operator' });
    expect((await assign(id, null).expect(200)).body).toMatchObject({ assigned_to: null });
  });

  it('is nobody again when the user is deleted', async () => {
    const { conversation_id: id } = await c.begin();
    const operator = await signIn(t, { role: 'operator' });
    await assign(id, operator.id).expect(200);
    await t.panel.query('delete from users where id = $1', [operator.id]);
    expect((await c.get(id)).assigned_to).toBeNull();
  });

  it('refuses users who do not exist, and callers who may not write', async () => {
    const { conversation_id: id } = await c.begin();
    const unknown = await assign(id, randomUUID());
    expectProblem(unknown, 400, 'invalid_request');
    expect(refusedFields(unknown)).toEqual([['user_id', 'not_allowed']]);
    expectProblem(await assign(id, undefined), 400, 'invalid_request');
    expectProblem(await assign(id, null, await signIn(t, { role: 'viewer' })), 403, 'forbidden');
    expectProblem(await assign(randomUUID(), null), 404, 'not_found');
  });

  it('stands at each reply, with when the customer got it', async () => {
    const { conversation_id: id, chat_id } = await c.begin();
    await c.post(id, 'takeover').expect(200);
    const { body } = await c.reply(id, 'Yes').expect(201);
    const reply = body as ConversationMessageDto;
    const author = { id: admin.id, name: 'The admin' };
    expect(reply).toMatchObject({ role: 'operator', message: 'Yes', author, delivered_at: null });
    expect((await c.messages(id)).items).toEqual([
      expect.objectContaining({ role: 'user', author: null, delivered_at: null }),
      reply,
    ]);
    await t.http
      .post('/api/conversations/ping')
      .set(AS_AGENT)
      .send({ chat_id, delivered: [reply.id] })
      .expect(200);
    const [, delivered] = (await c.messages(id)).items;
    expect(delivered).toEqual({ ...reply, delivered_at: expect.stringMatching(/^\d{4}-.*Z$/) as string });
  });
});
