import { randomUUID } from 'node:crypto';
import type {
  AppointmentDto,
  ClientDto,
  ClientDuplicateDto,
  ClientMergeDto,
  ClientTimelineEntryDto,
  PageDto,
  UndoneMergeDto,
} from '@groupless/shared-dto';
import { APPOINTMENTS, AS_AGENT, booked, bookingAt } from '../../harness/data/appointments';
import { auditOf } from '../../harness/data/clients';
import { Conversations } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { insertRows } from '../../harness/databases/rows';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

const NOW = '2027-03-01T09:00:00.000Z';

describe('two clients who are one person', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  let chats: Conversations;
  let kept: ClientDto;
  let other: ClientDto;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    t.clock.set(NOW);
    operator = await signIn(t, { role: 'operator' });
    chats = new Conversations(t, operator);
    await emptyTables(t.panel, 'clients', 'client_merges', 'client_words');
    kept = await made({
      name: 'Anna Nováková',
      email: 'anna@example.com',
      tags: ['vip'],
      notes: 'Likes tea.',
    });
    other = await made({
      name: 'Anna Novakova',
      phone: '+12125550123',
      tags: ['weekly'],
      notes: 'Has a dog.',
    });
  });

  const url = (id: string, path = '') => `/api/clients/${id}${path}`;
  const get = (path: string) => t.http.get(path).set(operator.bearer);
  const post = (path: string, body?: object) => t.http.post(path).set(operator.bearer).send(body);
  const made = async (body: object) => (await post('/api/clients', body).expect(201)).body as ClientDto;
  const read = async (id: string) => (await get(url(id)).expect(200)).body as ClientDto;
  const merge = async () =>
    (await post(url(kept.id, '/merges'), { client_id: other.id }).expect(201)).body as ClientMergeDto;
  const undo = (merged: ClientMergeDto) => post(url(kept.id, `/merges/${merged.id}/undo`));
  const appointment = async (id: string) =>
    (await get(`${APPOINTMENTS}/${id}`).expect(200)).body as AppointmentDto;
  const book = (starts_at: string, client_id: string) => booked(t, operator, { client_id, starts_at });

  it('are found by phone, email, name and a name with a typing error, those that share most first', async () => {
    const same = { email: 'ANNA@example.com', allow_duplicate: true };
    const twin = await made({ name: 'anna novakova', ...same });
    const typo = await made({ name: 'Ana Novakova' });
    await made({ name: 'Anna Smith' });
    const { items } = (await get(url(kept.id, '/duplicates')).expect(200))
      .body as PageDto<ClientDuplicateDto>;
    expect(items.map(({ client, reasons }) => [client.id, reasons])).toEqual([
      [twin.id, ['email', 'name']],
      [other.id, ['name']],
    ]);
    const { items: nearTypo } = (await get(url(typo.id, '/duplicates'))).body as PageDto<ClientDuplicateDto>;
    expect(nearTypo.map(({ reasons }) => reasons)).toEqual([]);
    const swapped = await made({ name: 'Anna Novaokva' });
    const { items: near } = (await get(url(swapped.id, '/duplicates'))).body as PageDto<ClientDuplicateDto>;
    expect(near.map(({ client, reasons }) => [client.name, reasons])).toEqual(
      expect.arrayContaining([['Anna Nováková', ['similar_name']]]),
    );
  });

  it('are found where only a title, the order or a +tag of the email parts them', async () => {
    const reasons = async (id: string) =>
      ((await get(url(id, '/duplicates')).expect(200)).body as PageDto<ClientDuplicateDto>).items.map(
        (one) => [one.client.name, one.reasons],
      );
    const plain = await made({ name: 'Herbert Groß', email: 'herbert@example.com' });
    const titled = await made({ name: 'Dr. med. univ. Mag. Groß Herbert MBA' });
    const tagged = await made({ name: 'H. G.', email: 'Herbert+salon@example.com' });
    await made({ name: 'Petra Alm', email: 'herbert+salon@example.org' });
    const [toTitled, toTagged] = [titled, tagged].map(({ name }) => name);
    expect(await reasons(plain.id)).toEqual(
      expect.arrayContaining([
        [toTitled, ['similar_name']],
        [toTagged, ['email']],
      ]),
    );
    expect(await reasons(plain.id)).toHaveLength(2);
    expect(await reasons(titled.id)).toEqual([['Herbert Groß', ['similar_name']]]);
    expect(await reasons(tagged.id)).toEqual([['Herbert Groß', ['email']]]);
  });

  it('become one: appointments and conversations move, gaps are filled, and all of it is written down', async () => {
    const own = await book('2027-03-02T10:00:00Z', kept.id);
    const moved = await book('2027-03-03T10:00:00Z', other.id);
    const chat = await chats.begin(undefined, { contact: { phone: '+12125550123' } });
    expect((await chats.get(chat.conversation_id)).client_id).toBe(other.id);
    const merged = await merge();
    expect(merged).toMatchObject({
      ...{ client_id: kept.id, appointments: 1, conversations: 1, merged_at: NOW },
      merged: { id: other.id, name: 'Anna Novakova', phone: '+12125550123', email: null },
      merged_by: { id: operator.id, name: 'The operator' },
    });
    expect(await read(kept.id)).toMatchObject({
      ...{ name: 'Anna Nováková', email: 'anna@example.com', phone: '+12125550123' },
      ...{ tags: ['vip', 'weekly'], notes: 'Likes tea.\n\nHas a dog.' },
    });
    expectProblem(await get(url(other.id)), 404, 'not_found');
    expect((await appointment(moved.id)).client_id).toBe(kept.id);
    expect((await appointment(own.id)).client_id).toBe(kept.id);
    expect((await chats.get(chat.conversation_id)).client_id).toBe(kept.id);
    const { body: history } = await get(`${APPOINTMENTS}/${moved.id}/history`);
    expect((history as object[]).at(-1)).toMatchObject({
      user: { id: operator.id },
      changes: [{ field: 'client_id', before: other.id, after: kept.id }],
    });
    const { items } = (await get(url(kept.id, '/merges')).expect(200)).body as PageDto<ClientMergeDto>;
    expect(items).toEqual([merged]);
    expect(await auditOf(t, kept.id)).toContain(
      `client.merged ${JSON.stringify({ name: 'Anna Novakova', client_id: other.id, appointments: 1, conversations: 1 })}`,
    );
  });

  it('are taken apart again: the client is back, and what moved and still belongs to the other moves back', async () => {
    const back = await book('2027-03-03T10:00:00Z', other.id);
    const elsewhere = await book('2027-03-03T12:00:00Z', other.id);
    const merged = await merge();
    const later = await book('2027-03-05T10:00:00Z', kept.id);
    const third = await made({ name: 'Third' });
    await t.http
      .patch(`${APPOINTMENTS}/${elsewhere.id}`)
      .set(operator.bearer)
      .send({ client_id: third.id })
      .expect(200);
    await t.http
      .patch(url(kept.id))
      .set(operator.bearer)
      .send({ notes: 'Edited since.', tags: ['vip', 'weekly', 'new'] });
    const { body } = await undo(merged).expect(200);
    expect(body).toMatchObject({ id: merged.id, appointments: 1, conversations: 0 });
    expect(await read(other.id)).toEqual({ ...other, updated_at: NOW, last_activity_at: expect.anything() });
    expect(await read(kept.id)).toMatchObject({ phone: null, notes: 'Edited since.', tags: ['vip', 'new'] });
    expect((await appointment(back.id)).client_id).toBe(other.id);
    expect((await appointment(elsewhere.id)).client_id).toBe(third.id);
    expect((await appointment(later.id)).client_id).toBe(kept.id);
    expectProblem(await undo(merged), 404, 'not_found');
    expect((await auditOf(t, kept.id)).join()).toContain('client.unmerged');
  });

  it('are named in the threads of their chats, with who merged them and who took them apart', async () => {
    const byNumber = await chats.begin(undefined, { contact: { phone: '+12125550123' } });
    const chosen = await chats.begin();
    await chats.patch(chosen.conversation_id, { client_id: other.id }).expect(200);
    const lines = async ({ conversation_id }: { conversation_id: string }) =>
      (await chats.messages(conversation_id)).events
        .filter(({ details }) => String(details['tied_by']).endsWith('merge'))
        .map(({ kind, by, details: { before_name, client_name, tied_by } }) => [
          ...[kind, by?.name, tied_by],
          ...[before_name, client_name],
        ]);
    t.clock.set('2027-03-01T09:01:00.000Z');
    const merged = await merge();
    const joined = ['tied', 'The operator', 'merge', 'Anna Novakova', 'Anna Nováková'];
    expect([await lines(byNumber), await lines(chosen)]).toEqual([[joined], [joined]]);
    t.clock.set('2027-03-01T09:02:00.000Z');
    await undo(merged).expect(200);
    const parted = ['tied', 'The operator', 'unmerge', 'Anna Nováková', 'Anna Novakova'];
    for (const chat of [byNumber, chosen]) expect(await lines(chat)).toEqual([joined, parted]);
    const { events } = await chats.messages(byNumber.conversation_id);
    expect(events.filter(({ kind }) => kind === 'tied')).toHaveLength(2);
  });

  it('stay one for an agent: the phone, the email and the id of the merged one find the one that stays', async () => {
    await post(url(kept.id, '/merges'), { client_id: other.id }).expect(201);
    const numbers = { phone: '+12125550999', other_phones: [{ phone: '+12125550123' }] };
    await t.http.patch(url(kept.id)).set(operator.bearer).send(numbers).expect(200);
    const byAgent = async (starts_at: string, more: object) =>
      (await t.http.post(APPOINTMENTS).set(AS_AGENT).send(bookingAt(starts_at, more)).expect(201)).body
        .client_id as string;
    expect(await byAgent('2027-03-02T10:00:00Z', { client: { name: 'A', phone: '+12125550123' } })).toBe(
      kept.id,
    );
    expect(await byAgent('2027-03-02T11:00:00Z', { client: undefined, client_id: other.id })).toBe(kept.id);
  });

  it('are taken apart with their notes, chats and bookings of later', async () => {
    const merged = await merge();
    const notes = `${(await read(kept.id)).notes}\n\nNew remark.`;
    await t.http.patch(url(kept.id)).set(operator.bearer).send({ notes }).expect(200);
    const chat = await chats.begin(undefined, { contact: { phone: '+12125550123' } });
    expect((await chats.get(chat.conversation_id)).client_id).toBe(kept.id);
    const ofChat = await booked(t, operator, {
      ...{ client_id: kept.id, chat_id: chat.chat_id, starts_at: '2027-03-04T10:00:00Z' },
    });
    const { body } = await undo(merged).expect(200);
    expect(body).toMatchObject({ appointments: 1, conversations: 1, left_behind: [] });
    expect((await read(kept.id)).notes).toBe('Likes tea.\n\nNew remark.');
    expect((await read(other.id)).notes).toBe('Has a dog.');
    expect((await chats.get(chat.conversation_id)).client_id).toBe(other.id);
    expect((await appointment(ofChat.id)).client_id).toBe(other.id);
  });

  it('leave behind what cannot be parted, and say so', async () => {
    const moved = await book('2027-03-03T10:00:00Z', other.id);
    const merged = await merge();
    await book('2027-03-05T10:00:00Z', kept.id);
    const third = await made({ name: 'Third', phone: '+12125550123', allow_duplicate: true });
    const send = (path: string, body: object) => t.http.patch(path).set(operator.bearer).send(body);
    await send(`${APPOINTMENTS}/${moved.id}`, { client_id: third.id }).expect(200);
    await send(url(kept.id), { notes: 'Likes tea and has a dog.' }).expect(200);
    const { left_behind, shared_numbers } = (await undo(merged).expect(200)).body as UndoneMergeDto;
    expect(shared_numbers).toEqual([{ phone: '+12125550123', client: { id: third.id, name: 'Third' } }]);
    expect(left_behind.map(({ what, count }) => [what, count])).toEqual([
      ['notes', 1],
      ['appointments', 1],
      ['moved_on', 1],
    ]);
    expect(left_behind[0]?.text).toContain('look for what is about Anna Novakova');
    expect((await read(kept.id)).notes).toBe('Likes tea and has a dog.');
  });

  it('can be merged on, and come back in the opposite order', async () => {
    const third = await made({ name: 'Third' });
    const first = await merge();
    const second = (await post(url(third.id, '/merges'), { client_id: kept.id }).expect(201))
      .body as ClientMergeDto;
    expectProblem(await undo(first), 404, 'not_found');
    const answer = await t.http
      .post(APPOINTMENTS)
      .set(AS_AGENT)
      .send(bookingAt('2027-03-02T10:00:00Z', { client: { name: 'A', phone: '+12125550123' } }));
    expect(answer.body.client_id).toBe(third.id);
    await post(url(third.id, `/merges/${second.id}/undo`)).expect(200);
    await undo(first).expect(200);
    expect((await read(other.id)).name).toBe('Anna Novakova');
  });

  it('stay one when a file from before the merge is imported, and can be taken apart after it', async () => {
    const { text: file } = await get('/api/clients/export.csv').expect(200);
    const merged = await merge();
    const { body } = await post('/api/clients/import').type('text/csv').send(file).expect(200);
    expect(body).toMatchObject({
      import_id: expect.any(String) as unknown,
      created: 0,
      updated: 0,
      skipped: 2,
      failed: [],
    });
    expectProblem(await get(url(other.id)), 404, 'not_found');
    await undo(merged).expect(200);
    expect((await read(other.id)).name).toBe('Anna Novakova');
  });

  it('are left as they are where the merged one is there again, until that one is removed', async () => {
    const merged = await merge();
    await insertRows(t.panel, 'clients', [{ id: other.id, name: 'Anna', source: 'import' }]);
    expectProblem(await undo(merged), 409, 'changed_since');
    for (const id of [kept.id, (await made({ name: 'Third' })).id])
      expectProblem(await post(url(id, '/merges'), { client_id: other.id }), 409, 'changed_since');
    expect((await read(other.id)).name).toBe('Anna');
    await t.http.delete(url(other.id)).set(operator.bearer).expect(204);
    await undo(merged).expect(200);
    expect((await read(other.id)).name).toBe('Anna Novakova');
  });

  it('are refused where they are the same, or not there', async () => {
    const refused = await post(url(kept.id, '/merges'), { client_id: kept.id });
    expect(expectProblem(refused, 400, 'invalid_request').errors).toMatchObject([{ field: 'client_id' }]);
    expectProblem(await post(url(kept.id, '/merges'), { client_id: randomUUID() }), 400, 'invalid_request');
    expectProblem(await post(url(randomUUID(), '/merges'), { client_id: kept.id }), 404, 'not_found');
    expectProblem(await get(url(randomUUID(), '/duplicates')), 404, 'not_found');
  });

  it('are merged once by two who do it crosswise at the same time', async () => {
    const answers = await Promise.all([
      post(url(kept.id, '/merges'), { client_id: other.id }),
      post(url(other.id, '/merges'), { client_id: kept.id }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
  });

  it('leave nothing of a merge when the client that stayed is removed', async () => {
    await merge();
    await t.http.delete(url(kept.id)).set(operator.bearer).expect(204);
    expect((await t.panel.query('select from client_merges')).rows).toEqual([]);
  });

  it('have a timeline: appointments, conversations and changes, page by page', async () => {
    await book('2027-03-03T10:00:00Z', other.id);
    await chats.begin(undefined, { contact: { phone: '+12125550123' } });
    await merge();
    const all: ClientTimelineEntryDto[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string | number> = { limit: 2, ...(cursor !== null && { cursor }) };
      const { body } = await get(url(kept.id, '/timeline')).query(query).expect(200);
      const page = body as PageDto<ClientTimelineEntryDto>;
      expect(page.total).toBe(4);
      all.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(all.map(({ kind }) => kind)).toEqual(['appointment', ...all.slice(1).map(({ kind }) => kind)]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(4);
    expect(all[0]).toMatchObject({ at: '2027-03-03T10:00:00.000Z', appointment: { status: 'confirmed' } });
    expect(all.find(({ kind }) => kind === 'conversation')?.conversation).toMatchObject({ preview: 'Hello' });
    const actions = all
      .filter(({ kind }) => kind === 'change')
      .map(({ change }) => [change?.action, change?.by]);
    expect(actions.sort()).toEqual([
      ['client.created', 'The operator'],
      ['client.merged', 'The operator'],
    ]);
    expectProblem(await get(url(kept.id, '/timeline')).query({ cursor: 'x' }), 400, 'invalid_cursor');
  });
});
