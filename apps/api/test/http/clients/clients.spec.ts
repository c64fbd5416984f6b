import { randomInt, randomUUID } from 'node:crypto';
import type { ClientDto } from '@groupless/shared-dto';
import { auditOf } from '../../harness/data/clients';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** 254 characters, 64 of them before the @; a label of a domain has at most 63. */
const LONGEST_EMAIL = `${'x'.repeat(64)}@${'y'.repeat(61)}.${'y'.repeat(61)}.${'y'.repeat(61)}.com`;

describe('the clients', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  let viewer: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp();
    operator = await signIn(t, { role: 'operator' });
    viewer = await signIn(t, { role: 'viewer' });
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await t.panel.query('delete from clients');
    t.clock.set('2026-11-20T09:30:00.000Z');
  });

  const create = (body: object) => t.http.post('/api/clients').set(operator.bearer).send(body);
  const get = (id: string) => t.http.get(`/api/clients/${id}`).set(viewer.bearer);
  const patch = (id: string, body: object, headers: Record<string, string> = {}) =>
    t.http
      .patch(`/api/clients/${id}`)
      .set({ ...operator.bearer, ...headers })
      .send(body);
  const remove = (id: string, headers: Record<string, string> = {}) =>
    t.http.delete(`/api/clients/${id}`).set({ ...operator.bearer, ...headers });

  async function made(body: object): Promise<ClientDto> {
    const answer = await create(body);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.body as ClientDto;
  }

  it('has a name that is more than punctuation marks', async () => {
    for (const name of ['.', '- -', '…', '+', '$', '~'])
      expect(refusedFields(await create({ name }))).toEqual([['name', 'invalid_format']]);
    for (const name of ['Ö', '李', '4711', '👍'])
      expect((await create({ name })).body).toMatchObject({ name });
  });

  it('makes a client of a name alone', async () => {
    const answer = await create({ name: 'Jana Nováková' });
    expect(answer.status).toBe(201);
    const { id } = answer.body as ClientDto;
    expect(id).toMatch(UUID);
    expect(answer.body).toEqual({
      id,
      name: 'Jana Nováková',
      phone: null,
      phone_as_given: null,
      shared_phone: null,
      shared_email: null,
      extension: null,
      email_refused: null,
      language: null,
      no_reminders: [],
      external_ids: {},
      other_phones: [],
      email: null,
      company: '',
      status: 'active',
      source: 'panel',
      tags: [],
      notes: '',
      last_activity_at: null,
      created_at: '2026-11-20T09:30:00.000Z',
      updated_at: '2026-11-20T09:30:00.000Z',
    });
    expect(answer.headers).toMatchObject({ location: `/api/clients/${id}`, etag: '"1"' });
    expect((await get(id)).text).toBe(answer.text);
  });

  it('keeps every field as it was sent, but for the phone, and for what is one line', async () => {
    const fields = {
      name: ' 高橋 さくら\u202e 🚲 ',
      email: 'Sakura@Example.com',
      company: 'Ōsaka\nCycles',
      status: 'lead',
      tags: ['vip', 'VIP', ' spaced ', 'ＶＩＰ'],
      notes: '  first line\r\nsecond\t',
    };
    expect(await made({ ...fields, phone: '(212) 555-0123' })).toMatchObject({
      ...fields,
      ...{ name: '高橋 さくら 🚲', company: 'Ōsaka Cycles', tags: ['vip', 'spaced'] },
      phone: '+12125550123',
    });
    expect(refusedFields(await create({ name: ' \u3000 ' }))).toEqual([['name', 'too_short']]);
    for (const name of [' \u202e ', ' \u202e\n', 'Anna\nMaria']) {
      expect(refusedFields(await create({ name }))).toEqual([['name', 'invalid_format']]);
    }
  });

  it('says how many appointments are to come of a client who is archived', async () => {
    const { id } = await made({ name: 'Bella' });
    const booking = { client_id: id, starts_at: '2026-12-01T10:00:00Z' };
    await t.http.post('/api/appointments').set(operator.bearer).send(booking).expect(201);
    expect((await patch(id, { status: 'archived' })).body).toMatchObject({
      status: 'archived',
      warnings: [{ field: 'status', code: 'coming_appointments', count: 1 }],
    });
    expect((await patch(id, { status: 'archived' })).body).not.toHaveProperty('warnings');
    await t.panel.query('delete from appointments');
  });

  it.each(['+44 7700 900118', '+447700900118', '+44 (7700) 900-118'])('reads the phone %s', async (phone) => {
    expect(await made({ name: 'x', phone })).toMatchObject({ phone: '+447700900118' });
  });

  it.each(['', 'call me', '555', '+999 123', '2125550123456789'])('refuses the phone "%s"', async (phone) => {
    const { errors } = expectProblem(await create({ name: 'x', phone }), 400, 'invalid_phone');
    const message = expect.stringMatching(
      /^phone is not a phone number\. .+ read as a number of US\.$/,
    ) as string;
    expect(errors).toEqual([{ field: 'phone', code: 'invalid_phone', message }]);
    const { id } = await made({ name: 'x' });
    expectProblem(await patch(id, { phone }), 400, 'invalid_phone');
  });

  it.each([
    ['no name', {}, 'name', 'required'],
    ['an empty name', { name: '' }, 'name', 'too_short'],
    ['a long name', { name: 'x'.repeat(201) }, 'name', 'too_long'],
    ['a null name', { name: null }, 'name', 'wrong_type'],
    ['null notes', { name: 'x', notes: null }, 'notes', 'wrong_type'],
    ['long notes', { name: 'x', notes: '🚲'.repeat(10_001) }, 'notes', 'too_long'],
    ['an email without @', { name: 'x', email: 'jana.example.com' }, 'email', 'invalid_format'],
    ['an empty email', { name: 'x', email: '' }, 'email', 'too_short'],
    ['a long email', { name: 'x', email: `${'x'.repeat(250)}@x.io` }, 'email', 'too_long'],
    ['a status of its own', { name: 'x', status: 'vip' }, 'status', 'not_allowed'],
    ['a source', { name: 'x', source: 'phone' }, 'source', 'unknown_field'],
    ['tags that are no list', { name: 'x', tags: 'vip' }, 'tags', 'wrong_type'],
    ['a tag that is no text', { name: 'x', tags: [1] }, 'tags', 'wrong_type'],
    ['a tag twice', { name: 'x', tags: ['a', 'a'] }, 'tags', 'repeated'],
    ['an empty tag', { name: 'x', tags: [''] }, 'tags', 'too_short'],
    ['a long tag', { name: 'x', tags: ['x'.repeat(201)] }, 'tags', 'too_long'],
    ['too many tags', { name: 'x', tags: Array.from({ length: 51 }, String) }, 'tags', 'too_long'],
    ['allow_duplicate as a text', { name: 'x', allow_duplicate: 'yes' }, 'allow_duplicate', 'wrong_type'],
    ['a NUL', { name: 'x\0' }, 'name', 'invalid_characters'],
  ])('refuses %s', async (_, body, field, code) => {
    expect(refusedFields(await create(body))).toContainEqual([field, code]);
  });

  it('takes the longest of everything', async () => {
    const fields = {
      name: '🚲'.repeat(200),
      company: 'é'.repeat(200),
      notes: '字'.repeat(10_000),
      tags: Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(200, 'ж')),
      email: LONGEST_EMAIL,
    };
    expect(fields.email).toHaveLength(254);
    expect(await made(fields)).toMatchObject(fields);
  });

  it('takes texts of rare characters, which no index can compress', async () => {
    const rare = (length: number) =>
      Array.from({ length }, () => String.fromCodePoint(0x20000 + randomInt(40_000))).join('');
    const fields = { name: rare(200), company: rare(200), email: LONGEST_EMAIL, phone: '+420777000111222' };
    const { id } = await made(fields);
    for (const search of [fields.name, [...fields.name].slice(150).join('')]) {
      const found = await t.http.get('/api/clients').query({ search }).set(operator.bearer);
      expect(found.body.items).toMatchObject([{ id, ...fields }]);
    }
  });

  it('has nobody under an unknown id, and none that is no id', async () => {
    expectProblem(await get(randomUUID()), 404, 'not_found');
    expectProblem(await get('export'), 404, 'not_found');
    expectProblem(await patch(randomUUID(), { name: 'x' }), 404, 'not_found');
    expectProblem(await remove(randomUUID()), 404, 'not_found');
  });

  it('changes the fields that are sent and nothing else', async () => {
    const client = await made({ name: 'Jana', phone: '+12125550123', tags: ['a'], notes: 'old' });
    t.clock.set('2026-11-20T10:00:00.000Z');
    const answer = await patch(client.id, { phone: null, tags: [], status: 'archived', notes: 'new' });
    expect(answer.status).toBe(200);
    expect(answer.headers['etag']).toBe('"2"');
    expect(answer.body).toEqual({
      ...client,
      phone: null,
      tags: [],
      status: 'archived',
      notes: 'new',
      updated_at: '2026-11-20T10:00:00.000Z',
    });
  });

  it('takes what is there already for no change', async () => {
    const client = await made({ name: 'Jana', phone: '+12125550123', tags: ['a', 'b'] });
    t.clock.set('2026-11-20T10:00:00.000Z');
    const same = { name: 'Jana', phone: '212 555 0123', tags: ['a', 'b'], notes: '' };
    for (const body of [{}, same]) {
      const answer = await patch(client.id, body);
      expect([answer.status, answer.headers['etag'], answer.body]).toEqual([200, '"1"', client]);
    }
    expect(await auditOf(t, client.id)).toEqual(['client.created {}']);
  });

  it('refuses a change of what somebody else has changed since', async () => {
    const { id } = await made({ name: 'Jana' });
    expect((await patch(id, { name: 'Jane' }, { 'if-match': '"1"' })).status).toBe(200);
    expectProblem(await patch(id, { name: 'Joan' }, { 'if-match': '"1"' }), 412, 'version_mismatch');
    expectProblem(await remove(id, { 'if-match': '"1"' }), 412, 'version_mismatch');
    expect((await get(id)).body).toMatchObject({ name: 'Jane' });
    expect((await remove(id, { 'if-match': '"2"' })).status).toBe(204);
  });

  it('lets one of two simultaneous edits of the same version win', async () => {
    const { id } = await made({ name: 'Jana' });
    const answers = await Promise.all(['A', 'B'].map((name) => patch(id, { name }, { 'if-match': '"1"' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('answers 304 to who has the row, and the row again after activity, which is no edit', async () => {
    const { id } = await made({ name: 'Jana' });
    const first = await get(id);
    const again = () => get(id).set('if-none-match', first.headers['etag']!);
    expect((await again()).status).toBe(304);
    await t.panel.query(`update clients set last_activity_at = '2026-11-20T12:00:00Z' where id = $1`, [id]);
    const touched = await again();
    expect(touched.status).toBe(200);
    expect(touched.body).toMatchObject({ last_activity_at: '2026-11-20T12:00:00.000Z' });
    expect((await patch(id, { notes: 'x' }, { 'if-match': first.headers['etag']! })).status).toBe(200);
    expectProblem(
      await patch(id, { notes: 'y' }, { 'if-match': touched.headers['etag']! }),
      412,
      'version_mismatch',
    );
  });

  it('lets everybody read, and nobody but an operator write', async () => {
    const { id } = await made({ name: 'Jana' });
    const forbidden = [
      t.http.post('/api/clients').set(viewer.bearer).send({ name: 'x' }),
      t.http.patch(`/api/clients/${id}`).set(viewer.bearer).send({ name: 'x' }),
      t.http.delete(`/api/clients/${id}`).set(viewer.bearer),
    ];
    for (const answer of await Promise.all(forbidden)) expectProblem(answer, 403, 'forbidden');
    expect((await get(id)).status).toBe(200);
    expect((await t.http.get('/api/clients').set(viewer.bearer)).status).toBe(200);
    for (const path of ['/api/clients', `/api/clients/${id}`])
      expectProblem(await t.http.get(path), 401, 'unauthenticated');
  });

  it('records who made, changed and removed a client, without the texts', async () => {
    const { id } = await made({ name: 'Jana' });
    await patch(id, { name: 'Jane', notes: 'secret', status: 'active' });
    await remove(id);
    expect(await auditOf(t, id)).toEqual([
      'client.created {}',
      'client.updated {"fields":"name, notes"}',
      'client.deleted {}',
    ]);
  });

  it('refuses to remove a client whom other rows need', async () => {
    const { id } = await made({ name: 'Jana' });
    await t.panel.query('create table needs_client (client_id uuid references clients (id))');
    await t.panel.query('insert into needs_client values ($1)', [id]);
    expectProblem(await remove(id), 409, 'client_in_use');
    expect(await auditOf(t, id)).toEqual(['client.created {}']);
    await t.panel.query('drop table needs_client');
    expect((await remove(id)).status).toBe(204);
  });
});
