import type { ConversationDto, PageDto } from '@groupless/shared-dto';
import { Conversations, newChat, says } from '../../harness/data/conversations';
import { EventReader } from '../../harness/http/event-reader';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { UNKNOWN_ID } from '../../harness/data/webhooks';
import { emptyTables } from '../../harness/databases/empty-tables';

describe('the conversations', () => {
  let t: ServedApp;
  let user: SignedInUser;
  let c: Conversations;
  beforeAll(async () => {
    t = await sharedApp();
    user = await signIn(t, { role: 'operator' });
    c = new Conversations(t, user);
  });
  afterAll(() => t.close());

  const list = (query: Record<string, string | number> = {}) =>
    t.http.get('/api/conversations').query(query).set(user.bearer);

  async function page(query: Record<string, string | number> = {}): Promise<PageDto<ConversationDto>> {
    return (await list(query).expect(200)).body as PageDto<ConversationDto>;
  }
  const chats = ({ items }: PageDto<ConversationDto>) => items.map(({ chat_id }) => chat_id);

  it('say how many there are, through additions, removals and what is taken back', async () => {
    await emptyTables(t.panel, 'conversations');
    expect(await page()).toMatchObject({ items: [], total: 0, total_is_exact: true });
    for (const chat of ['a', 'b', 'c']) await c.begin(`count-${chat}`);
    await c.ping({ chat_id: 'count-a', message: says('user', 'again') });
    await t.panel.query(`delete from conversations where chat_id = 'count-b'`);
    const other = await t.panel.connect();
    await other.query('begin; delete from conversations');
    await other.query('rollback');
    other.release();
    expect(await page()).toMatchObject({ total: 2, total_is_exact: true });
    expect(await page({ status: 'open' })).toMatchObject({ total: 2 });
  });

  describe('in the list', () => {
    beforeAll(async () => {
      await emptyTables(t.panel, 'conversations');
      for (let index = 0; index < 5; index++) {
        t.clock.set(new Date(Date.UTC(2026, 10, 20, 9, index)));
        await c.begin(`list-${index}`);
      }
      t.clock.set('2026-11-20T09:10:00Z');
      await c.ping({ chat_id: 'list-1', message: says('user', 'again') });
      t.clock.set('2026-11-20T09:11:00Z');
      // Without a message it stands where it was made; without a new one it stays where it is.
      await c.ping({ chat_id: 'list-5' });
      await c.ping({ chat_id: 'list-0' });
    });
    const ORDER = ['list-5', 'list-1', 'list-4', 'list-3', 'list-2', 'list-0'];

    it('come with the newest message first', async () => {
      expect(chats(await page())).toEqual(ORDER);
      expect(chats(await page({ sort: '-last_message_at' }))).toEqual(ORDER);
      expect(chats(await page({ sort: 'last_message_at' }))).toEqual(ORDER.toReversed());
    });

    it('come by what changed, and since when', async () => {
      const since = { updated_since: '2026-11-20T09:04:00Z' };
      expect(chats(await page({ ...since, sort: 'updated_at' })).slice(0, 2)).toEqual(['list-4', 'list-1']);
      expect(new Set(chats(await page(since)))).toEqual(new Set(['list-1', 'list-4', 'list-5']));
      expect(chats(await page({ sort: '-updated_at' })).slice(-3)).toEqual(['list-3', 'list-2', 'list-0']);
      expect(chats(await page({ updated_since: '2999-01-01T00:00:00Z' }))).toEqual([]);
    });

    it('come in pages', async () => {
      const first = await page({ limit: 4 });
      expect(first).toMatchObject({ total: 6, total_is_exact: true, next_cursor: expect.any(String) });
      const second = await page({ limit: 4, cursor: first.next_cursor! });
      expect([...chats(first), ...chats(second)]).toEqual(ORDER);
      expect(second.next_cursor).toBeNull();
    });

    it('are as they are by themselves', async () => {
      const { items } = await page();
      for (const row of items) expect(await c.get(row.id)).toEqual(row);
    });

    it('refuse the cursor of another list', async () => {
      const { next_cursor } = await page({ limit: 1 });
      const others: Record<string, string>[] = [
        { sort: 'last_message_at' },
        { status: 'open' },
        { unread: 'true' },
        { search: 'l' },
      ];
      for (const other of others)
        expectProblem(await list({ ...other, limit: 1, cursor: next_cursor! }), 400, 'invalid_cursor');
      expectProblem(await list({ cursor: 'x' }), 400, 'invalid_cursor');
    });

    it.each<[Record<string, string>, [string, string][]]>([
      [{ status: 'done' }, [['status', 'not_allowed']]],
      [{ status: 'open,' }, [['status', 'not_allowed']]],
      [{ unread: '1' }, [['unread', 'not_allowed']]],
      [{ client_id: 'x' }, [['client_id', 'invalid_format']]],
      [{ search: '' }, [['search', 'too_short']]],
      [{ sort: 'status' }, [['sort', 'not_allowed']]],
      [{ limit: '201' }, [['limit', 'out_of_range']]],
      [{ assigned_to: 'anna' }, [['assigned_to', 'invalid_format']]],
    ])('refuse the query %j', async (query, errors) => {
      expect(refusedFields(await list(query))).toEqual(errors);
    });
  });

  it('are narrowed down to a status, to several, and to those with something unread', async () => {
    await emptyTables(t.panel, 'conversations');
    const made = await Promise.all(['a', 'b', 'd', 'e'].map((name) => c.begin(`status-${name}`)));
    const [, closed, human, needs] = made.map(({ conversation_id }) => conversation_id) as [
      string,
      string,
      string,
      string,
    ];
    await c.patch(closed, { status: 'closed' });
    await c.post(human, 'takeover');
    await c.patch(needs, { status: 'needs_human' });
    await c.post(closed, 'read');
    await c.post(needs, 'read');
    const sorted = async (query: Record<string, string>) => chats(await page(query)).sort();
    expect(await sorted({ status: 'open' })).toEqual(['status-a']);
    expect(await sorted({ status: 'human,needs_human' })).toEqual(['status-d', 'status-e']);
    expect(await sorted({ unread: 'true' })).toEqual(['status-a', 'status-d']);
    expect(await sorted({ unread: 'false' })).toEqual(['status-b', 'status-e']);
    expect(await sorted({ unread: 'true', status: 'human,closed' })).toEqual(['status-d']);
    expect(await page({ unread: 'true', status: 'closed' })).toMatchObject({ items: [], total: 0 });
    const attention = async () =>
      (await t.http.get('/api/conversations/counts').set(user.bearer).expect(200)).body as object;
    expect(await attention()).toMatchObject({ attention: 3, needs_human: 1, unread: 2, mine: 1 });
    // One that needs a human and is unread, too, counts once.
    await t.http.post(`/api/conversations/${needs}/unread`).set(user.bearer).expect(200);
    expect(await attention()).toMatchObject({ attention: 3, needs_human: 1, unread: 3 });
  });

  it.each([
    ['zoe', true],
    ['ZOË M', true],
    ['é', true],
    ['+1 (212) 555-01', true],
    ['2125550', true],
    ['00 1 212', true],
    ['555.0177', true],
    ['tel-9%_', true],
    ['9%_X', true],
    ['is the ÇAKE', true],
    ['ready?', true],
    ['%', true],
    ['z', true],
    ['Ë', true],
    ['9%', true],
    ['?', true],
    ['x_', false],
    ['q', false],
    ['tel-9__X', false],
    ['2125559', false],
    ['Jana', false],
    ['zoe\nmüller', true],
    ['müller, zoe', true],
    ['müller marimba', false],
    ['\\', false],
  ])('with %j searched in name, phone, chat and last message: %s', async (search, isFound) => {
    const chat_id = 'tel-9%_X';
    const contact = { name: 'Zoë Müllér', phone: '(212) 555-0177' };
    await c.ping({ chat_id, contact, message: says('user', 'Is the çake ready?', 'm-1') });
    expect(chats(await page({ search })).includes(chat_id)).toBe(isFound);
  });

  it('are marked as unread again for later, and closing one reads it', async () => {
    const { conversation_id: id } = await c.begin();
    await c.post(id, 'read').expect(200);
    const unread = () => t.http.post(`/api/conversations/${id}/unread`).set(user.bearer);
    expect((await unread().expect(200)).body).toMatchObject({ id, unread_count: 1 });
    expect((await unread().expect(200)).body).toMatchObject({ unread_count: 1 });
    expect((await c.patch(id, { status: 'closed' }).expect(200)).body).toMatchObject({ unread_count: 0 });
  });

  it('of one client are listed by the client', async () => {
    const { body } = await t.http
      .post('/api/clients')
      .set(user.bearer)
      .send({ name: 'Jana', phone: '+12125550199' })
      .expect(201);
    const { chat_id } = await c.begin(newChat(), { contact: { phone: '212 555 0199' } });
    expect(chats(await page({ client_id: body.id as string }))).toEqual([chat_id]);
    expect(chats(await page({ client_id: UNKNOWN_ID }))).toEqual([]);
  });

  describe('one by one', () => {
    let id: string;
    let chat_id: string;
    beforeEach(async () => {
      ({ conversation_id: id, chat_id } = await c.begin());
    });

    it('are read, and count again from there', async () => {
      expect((await c.post(id, 'read').expect(200)).body).toMatchObject({ id, unread_count: 0 });
      expect((await c.post(id, 'read').expect(200)).body).toMatchObject({ unread_count: 0 });
      await c.ping({ chat_id, message: says('user', 'More') });
      expect((await c.get(id)).unread_count).toBe(1);
    });

    it.each(['open', 'needs_human', 'closed'])('become %s', async (status) => {
      const { body } = await c.patch(id, { status }).expect(200);
      expect(body).toEqual(await c.get(id));
      // Closing one reads it.
      expect(body).toMatchObject({ id, status, unread_count: status === 'closed' ? 0 : 1 });
    });

    it('become human by a take-over alone', async () => {
      expect(refusedFields(await c.patch(id, { status: 'human' }))).toEqual([['status', 'not_allowed']]);
      expect((await c.post(id, 'takeover').expect(200)).body).toMatchObject({ id, status: 'human' });
      expect((await c.post(id, 'handback').expect(200)).body).toMatchObject({ id, status: 'open' });
      expect((await c.post(id, 'handback').expect(200)).body).toMatchObject({ id, status: 'open' });
    });

    it('stay closed when a stale page hands them back, and are open again after a call for a person', async () => {
      await c.patch(id, { status: 'closed' }).expect(200);
      const closed = await c.get(id);
      expect((await c.post(id, 'handback').expect(200)).body).toEqual(closed);
      expect(await c.get(id)).toEqual(closed);
      await c.patch(id, { status: 'needs_human' }).expect(200);
      expect((await c.post(id, 'handback').expect(200)).body).toMatchObject({ id, status: 'open' });
    });

    it('are linked to a client, and to none', async () => {
      const client = { name: 'Jana', email: `${chat_id}@example.com` };
      const { body } = await t.http.post('/api/clients').set(user.bearer).send(client).expect(201);
      expect((await c.patch(id, { client_id: body.id }).expect(200)).body.client_id).toBe(body.id);
      expect((await c.patch(id, { client_id: null }).expect(200)).body.client_id).toBeNull();
    });

    it.each<[object, [string, string][]]>([
      [{ client_id: UNKNOWN_ID }, [['client_id', 'not_allowed']]],
      [{ client_id: 'x' }, [['client_id', 'invalid_format']]],
      [{ status: null }, [['status', 'wrong_type']]],
      [{ status: 'done' }, [['status', 'not_allowed']]],
      [{ unread_count: 0 }, [['unread_count', 'unknown_field']]],
      [{ contact_name: 'x' }, [['contact_name', 'unknown_field']]],
    ])('refuse the change %j', async (patch, errors) => {
      expect(refusedFields(await c.patch(id, patch))).toEqual(errors);
    });

    it('stay as they are where nothing changes', async () => {
      const before = await c.get(id);
      await c.patch(id, {}).expect(200);
      await c.patch(id, { status: 'open', client_id: null }).expect(200);
      await c.post(id, 'handback').expect(200);
      expect(await c.get(id)).toEqual(before);
      expect(await audit()).toEqual([]);
    });

    async function audit(): Promise<unknown[]> {
      const { rows } = await t.panel.query<{ action: string; details: object; user_id: string }>(
        'select user_id, action, details from audit_events where object = $1 order by id',
        [`conversation:${id}`],
      );
      expect(rows.every(({ user_id }) => user_id === user.id)).toBe(true);
      return rows.map(({ action, details }) => [action, details]);
    }

    it('are written down in the audit with what people do, without their words', async () => {
      let minute = 12;
      const later = () => t.clock.set(new Date(Date.UTC(2026, 10, 20, 9, minute++)));
      await c.post(id, 'read').expect(200);
      later();
      await c.post(id, 'takeover').expect(200);
      later();
      await c.post(id, 'takeover').expect(200);
      later();
      const { body } = await c.reply(id, 'A secret').expect(201);
      later();
      await c.post(id, 'handback').send({ leave_undelivered: true }).expect(200);
      later();
      await c.patch(id, { status: 'closed' }).expect(200);
      expect(await audit()).toEqual([
        ['conversation.read', {}],
        ['conversation.taken_over', {}],
        ['conversation.replied', { message_id: body.id }],
        ['conversation.handed_back', {}],
        ['conversation.updated', { fields: 'status' }],
      ]);
    });

    it('are told of to whoever has the panel open', async () => {
      const reader = await EventReader.open(t.port, user.bearer);
      const told = () => reader.next('conversation.updated', id);
      await c.ping({ chat_id, message: says('user', 'x') });
      await told();
      await c.post(id, 'read');
      await told();
      await c.post(id, 'takeover');
      await told();
      await c.reply(id, 'x');
      await told();
      await c.patch(id, { status: 'closed' });
      await told();
      const made = await c.begin();
      await reader.next('conversation.updated', made.conversation_id);
      reader.close();
    });

    it('are not told of when the agent only says that it is there', async () => {
      const reader = await EventReader.open(t.port, user.bearer);
      const quiet = await c.begin();
      await reader.next('conversation.updated', quiet.conversation_id);
      await c.ping({ chat_id: quiet.chat_id });
      await c.ping({ chat_id: quiet.chat_id, needs_human: false, delivered: [1] });
      const other = await c.begin();
      await reader.next('conversation.updated', other.conversation_id);
      expect(reader.events.filter((event) => event.id === quiet.conversation_id)).toHaveLength(1);
      reader.close();
    });
  });

  it.each([
    'get /',
    'patch /',
    'post /read',
    'post /takeover',
    'post /handback',
    'get /messages',
    'post /messages',
  ])('are not there under an id that nobody has: %s', async (route) => {
    const [method, path] = route.split(' ') as ['get' | 'patch' | 'post', string];
    const body =
      path === '/messages' && method === 'post' ? { text: 'x' } : method === 'patch' ? {} : undefined;
    for (const id of [UNKNOWN_ID, 'x', '1']) {
      const address = `/api/conversations/${id}${path === '/' ? '' : path}`;
      expectProblem(await t.http[method](address).set(user.bearer).send(body), 404, 'not_found');
    }
  });

  it('are read by viewers and written by operators, with keys for both', async () => {
    const { conversation_id: id } = await c.begin();
    const { bearer: asViewer } = await signIn(t, { role: 'viewer' });
    const reads = ['', `/${id}`, `/${id}/messages`];
    for (const path of reads) await t.http.get(`/api/conversations${path}`).set(asViewer).expect(200);
    for (const verb of ['read', 'takeover', 'handback', 'messages']) {
      const answer = t.http.post(`/api/conversations/${id}/${verb}`).set(asViewer).send({});
      expectProblem(await answer, 403, 'forbidden');
    }
    expectProblem(await t.http.patch(`/api/conversations/${id}`).set(asViewer).send({}), 403, 'forbidden');
    for (const path of reads)
      expectProblem(await t.http.get(`/api/conversations${path}`), 401, 'unauthenticated');
  });
});
