import type {
  AssigneeDto,
  ConversationNoteDto,
  DeliveriesDto,
  MessageHitDto,
  PageDto,
  SavedReplyDto,
} from '@groupless/shared-dto';
import { randomUUID } from 'node:crypto';
import { NotesRepository } from '../../../src/conversations/notes/notes.repository';
import { AS_AGENT, Conversations, says } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const SECRET = 'zebrawood';

describe('what the team keeps about conversations', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let c: Conversations;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
    c = new Conversations(t, admin);
  });
  afterAll(() => t.close());

  const get = async <Body>(path: string, { bearer } = admin): Promise<Body> =>
    (await t.http.get(`/api/conversations/${path}`).set(bearer).expect(200)).body as Body;
  const add = (id: string, text: string, { bearer } = admin) =>
    t.http.post(`/api/conversations/${id}/notes`).set(bearer).send({ text });

  it('is noted with its author, newest first, and taken away again', async () => {
    const { conversation_id: id } = await c.begin();
    const first = (await add(id, 'Prefers mornings').expect(201)).body as ConversationNoteDto;
    await add(id, 'Asked twice').expect(201);
    const viewer = await signIn(t, { role: 'viewer' });
    const { items, total } = await get<PageDto<ConversationNoteDto>>(`${id}/notes`, viewer);
    expect(items.map(({ text }) => text)).toEqual(['Asked twice', 'Prefers mornings']);
    expect(items[1]).toEqual({ ...first, author: { id: admin.id, name: 'The admin' } });
    expect(total).toBe(2);
    expectProblem(await add(id, 'Mine', viewer), 403, 'forbidden');
    const path = `/api/conversations/${id}/notes/${first.id}`;
    await t.http.delete(path).set(admin.bearer).expect(204);
    expectProblem(await t.http.delete(path).set(admin.bearer), 404, 'not_found');
    expectProblem(await add(randomUUID(), 'Nowhere'), 404, 'not_found');
    expectProblem(await add(id, ' '), 400, 'invalid_request');
  });

  it('is put back after it was removed, by its author or an admin, and is that of its author again', async () => {
    const { conversation_id: id } = await c.begin();
    const rita = await signIn(t, { role: 'desk' });
    const olaf = await signIn(t, { role: 'operator' });
    const note = (await add(id, 'Asked twice', rita).expect(201)).body as ConversationNoteDto;
    const path = `/api/conversations/${id}/notes/${note.id}`;
    const putBack = ({ bearer }: SignedInUser) => t.http.post(`${path}/put-back`).set(bearer);
    expectProblem(await putBack(rita), 404, 'not_found');
    await t.http.delete(path).set(admin.bearer).expect(204);
    expect((await get<PageDto<ConversationNoteDto>>(`${id}/notes`)).items).toEqual([]);
    const { items } = await get<PageDto<ConversationNoteDto>>(`${id}/notes?removed=true`);
    expect(items).toEqual([{ ...note, removed_at: expect.any(String), removed_by: 'The admin' }]);
    expectProblem(await putBack(olaf), 403, 'forbidden');
    expect((await putBack(rita).expect(200)).body).toEqual(note);
    expect((await get<PageDto<ConversationNoteDto>>(`${id}/notes`)).items).toEqual([note]);
    expect((await get<PageDto<ConversationNoteDto>>(`${id}/notes?removed=true`)).items).toEqual([]);
    const { events } = await c.messages(id);
    expect(events.map(({ kind }) => kind)).toEqual(['note_removed', 'note_put_back']);
  });

  it('is found among the conversations by the team, until it is removed, and changes nothing of them', async () => {
    const word = `Brandmeier${String(Date.now())}`;
    const { conversation_id: id } = await c.begin();
    const { updated_at } = await c.get(id);
    const note = (await add(id, `Call ${word}, please`).expect(201)).body as ConversationNoteDto;
    const found = async () =>
      (
        (await t.http.get('/api/conversations').query({ search: word }).set(admin.bearer).expect(200))
          .body as PageDto<{ id: string }>
      ).items.map((one) => one.id);
    expect(await found()).toEqual([id]);
    expect((await c.get(id)).updated_at).toBe(updated_at);
    const address = `/api/conversations/${id}/notes/${note.id}`;
    await t.http.delete(address).set(admin.bearer).expect(204);
    expect(await found()).toEqual([]);
    await t.http.post(`${address}/put-back`).set(admin.bearer).expect(200);
    expect(await found()).toEqual([id]);
  });

  it('names colleagues, who have the conversation as unread until they look, whoever else has read it', async () => {
    const otto = await signIn(t, { role: 'desk' });
    await t.panel.query(`update users set name = 'Otto Weiß' where id = $1`, [otto.id]);
    const { conversation_id: id } = await c.begin();
    const unread = async ({ bearer }: SignedInUser) =>
      (await t.http.get(`/api/conversations/${id}`).set(bearer).expect(200)).body.unread_count as number;
    const read = ({ bearer }: SignedInUser) =>
      t.http.post(`/api/conversations/${id}/read`).set(bearer).send({}).expect(200);
    await read(otto);
    await read(admin);
    await add(id, '@otto  weiss and @The admin: please call').expect(201);
    expect([await unread(otto), await unread(admin)]).toEqual([1, 0]);
    await read(otto);
    expect(await unread(otto)).toBe(0);
  });

  it('is forgotten for good as long after its removal as the audit is kept', async () => {
    const { conversation_id: id } = await c.begin();
    const note = (await add(id, 'Old').expect(201)).body as ConversationNoteDto;
    await add(id, 'Stays').expect(201);
    await t.http.delete(`/api/conversations/${id}/notes/${note.id}`).set(admin.bearer).expect(204);
    await t.app.get(NotesRepository).forgetBefore(new Date(Date.now() + 86_400_000));
    expect((await get<PageDto<ConversationNoteDto>>(`${id}/notes?removed=true`)).items).toEqual([]);
    expect((await get<PageDto<ConversationNoteDto>>(`${id}/notes`)).items).toHaveLength(1);
  });

  it('never reaches the agent: no ping, delivery, history or search has it', async () => {
    const { conversation_id: id, chat_id } = await c.begin();
    await add(id, `Note ${SECRET}`).expect(201);
    const ping = await c.ping({ chat_id });
    const deliveries = await t.http.get('/api/conversations/deliveries').set(AS_AGENT).expect(200);
    const { items } = await get<PageDto<MessageHitDto>>(`messages?q=${SECRET}`);
    const { rows } = await t.memory.query('select 1 from chat_history where message like $1', [
      `%${SECRET}%`,
    ]);
    const search = await t.http.get(`/api/memory/search?q=${SECRET}`).set(admin.bearer).expect(200);

    expect([ping.deliver, (deliveries.body as DeliveriesDto).items, items, rows]).toEqual([[], [], [], []]);
    expect((search.body as PageDto<unknown>).items).toEqual([]);
    expect(await c.texts(id)).toEqual(['Hello']);
  });

  it('finds what was said long ago in any conversation, with typing errors', async () => {
    const { conversation_id: id, chat_id } = await c.begin(undefined, { contact: { name: 'Jana' } });
    await c.ping({ chat_id, message: says('user', 'Do you repair <b>saxophones</b> too?') });
    for (const text of ['Yes', 'Thank you', 'Bye'])
      await c.ping({ chat_id, message: says('assistant', text) });
    const { items } = await get<PageDto<MessageHitDto>>('messages?q=saxophnes');

    expect(items).toEqual([
      expect.objectContaining({ conversation_id: id, chat_id, contact_name: 'Jana', role: 'user' }),
    ]);
    expect(items[0]?.excerpt).toContain('&lt;b&gt;<mark>saxophones</mark>');
  });

  it('says of a text that was corrected that it no longer holds', async () => {
    const chat_id = `moved-${randomUUID()}`;
    await c.ping({ chat_id, message: says('user', 'Goethestreet 5', 'k20') });
    await c.ping({ chat_id, message: says('user', 'Schillerway 7', 'k20') });
    const isCorrected = async (q: string) =>
      (await get<PageDto<MessageHitDto>>(`messages?q=${q}`)).items
        .filter((hit) => hit.chat_id === chat_id)
        .map(({ is_corrected }) => is_corrected);
    expect([await isCorrected('Goethestreet'), await isCorrected('Schillerway')]).toEqual([[true], [false]]);
  });

  it('finds more than a page of them, in all conversations and in one', async () => {
    const word = `Ibuprofen${String(Date.now())}`;
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { conversation_id, chat_id } = await c.begin();
      ids.push(conversation_id);
      for (const part of ['please', 'again'])
        await c.ping({ chat_id, message: says('user', `${word} ${part} ${String(n)}`) });
    }
    const find = async (query: object) =>
      (await t.http.get('/api/conversations/messages').query(query).set(admin.bearer).expect(200))
        .body as PageDto<MessageHitDto>;
    const first = await find({ q: word, limit: 4 });
    const second = await find({ q: word, limit: 4, cursor: first.next_cursor! });
    expect([first.total, first.items.length, second.items.length, second.next_cursor]).toEqual([
      6,
      4,
      2,
      null,
    ]);
    const one = await find({ q: word, conversation_id: ids[1]! });
    expect(one.items.map(({ conversation_id }) => conversation_id)).toEqual([ids[1], ids[1]]);
    expect(one.total).toBe(2);
    const nobodys = { q: word, conversation_id: '00000000-0000-7000-8000-000000000000' };
    expectProblem(
      await t.http.get('/api/conversations/messages').query(nobodys).set(admin.bearer),
      404,
      'not_found',
    );
  });

  it('may be given to whoever may answer', async () => {
    const operator = await signIn(t, { role: 'operator' });
    const off = await signIn(t, { role: 'operator' });
    await t.panel.query('update users set is_active = false where id = $1', [off.id]);
    const names = (await get<AssigneeDto[]>('assignees', operator)).map(({ id }) => id);

    expect(names).toEqual(expect.arrayContaining([operator.id, admin.id]));
    expect(names).not.toContain(off.id);
  });

  it('has replies that are saved by name, listed, changed and removed', async () => {
    const path = '/api/settings/saved-replies';
    const save = (body: object, { bearer } = admin) => t.http.post(path).set(bearer).send(body);
    const hours = (await save({ name: 'Hours', text: 'Hello {name}' }).expect(201)).body as SavedReplyDto;
    await save({ name: 'Address', text: 'Main Street 1' }).expect(201);
    expectProblem(await save({ name: 'hours', text: 'x' }), 409, 'name_taken');
    const viewer = await signIn(t, { role: 'viewer' });
    expectProblem(await save({ name: 'Mine', text: 'x' }, viewer), 403, 'forbidden');
    const patch = (body: object) => t.http.patch(`${path}/${hours.id}`).set(admin.bearer).send(body);
    expectProblem(await patch({ name: 'ADDRESS' }), 409, 'name_taken');
    expect((await patch({ text: 'Hi {name}' }).expect(200)).body).toMatchObject({
      name: 'Hours',
      text: 'Hi {name}',
    });
    const { items } = (await t.http.get(path).set(viewer.bearer).expect(200)).body as PageDto<SavedReplyDto>;
    expect(items.map(({ name }) => name)).toEqual(['Address', 'Hours']);
    await t.http.delete(`${path}/${hours.id}`).set(admin.bearer).expect(204);
    expectProblem(await patch({ text: 'x' }), 404, 'not_found');
    const { rows } = await t.panel.query<{ action: string }>(
      `select action from audit_events where object = 'saved_reply:${hours.id}' order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'saved_reply.created',
      'saved_reply.updated',
      'saved_reply.deleted',
    ]);
  });
});
