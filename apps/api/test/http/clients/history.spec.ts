import type { ClientChangeDto, ClientDto, ClientMergeDto, PageDto } from '@groupless/shared-dto';
import { AS_AGENT, APPOINTMENTS, bookingAt } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { RetentionService } from '../../../src/retention/retention.service';
import { emptyTables } from '../../harness/databases/empty-tables';

const NOW = '2027-03-01T09:00:00.000Z';

describe('what a client was before', () => {
  let t: ServedApp;
  let rita: SignedInUser;
  let dora: ClientDto;
  beforeAll(async () => {
    t = await startServedApp({ environment: { AUDIT_RETENTION_DAYS: '365' } });
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    t.clock.set(NOW);
    rita = await signIn(t, { role: 'desk' });
    dora = await made({ name: 'Dora', phone: '+12125550101', notes: 'Allergic to latex.' });
  });
  afterEach(async () => {
    await emptyTables(t.panel, 'clients', 'client_merges', 'client_words', 'client_changes');
  });

  const url = (id: string, path = '') => `/api/clients/${id}${path}`;
  const post = (path: string, body: object = {}) => t.http.post(path).set(rita.bearer).send(body);
  const made = async (body: object) => (await post('/api/clients', body).expect(201)).body as ClientDto;
  const patch = async (body: object, { bearer } = rita) =>
    (await t.http.patch(url(dora.id)).set(bearer).send(body).expect(200)).body as ClientDto;
  const read = async (id = dora.id) =>
    (await t.http.get(url(id)).set(rita.bearer).expect(200)).body as ClientDto;
  const page = async (query = '', id = dora.id) =>
    (
      await t.http
        .get(url(id, `/history${query}`))
        .set(rita.bearer)
        .expect(200)
    ).body as PageDto<ClientChangeDto>;
  const history = async (id = dora.id) => (await page('', id)).items;
  const putBack = (version: number, body: object = {}) =>
    post(url(dora.id, `/history/${version}/put-back`), body);
  const kept = async (id: string) =>
    (await t.panel.query('select from client_changes where client_id = $1', [id])).rowCount;

  it('is kept field by field, with who and when, the newest first', async () => {
    await patch({ phone: '+12125550102' });
    t.clock.set('2027-03-01T09:05:00.000Z');
    await patch({ notes: '', tags: ['vip'] });
    await patch({ tags: ['vip'] });
    const user = { id: rita.id, name: 'The desk' };
    expect(await history()).toEqual([
      {
        ...{ version: 3, at: '2027-03-01T09:05:00.000Z', cause: 'edited', user, key_name: null },
        changes: [
          { field: 'tags', before: [], after: ['vip'] },
          { field: 'notes', before: 'Allergic to latex.', after: '' },
        ],
      },
      {
        ...{ version: 2, at: NOW, cause: 'edited', user, key_name: null },
        changes: [{ field: 'phone', before: '+12125550101', after: '+12125550102' }],
      },
    ]);
    const first = await page('?limit=1');
    const second = await page(`?limit=1&cursor=${first.next_cursor ?? ''}`);
    expect([...first.items, ...second.items].map(({ version }) => version)).toEqual([3, 2]);
    expect(second.next_cursor).toBeNull();
  });

  it('is put back by one who may write, as a change of its own that can be put back too', async () => {
    await patch({ notes: 'Prefers mornings.', tags: ['vip'] });
    await putBack(2, { fields: ['notes'] }).expect(200);
    expect(await read()).toMatchObject({ notes: 'Allergic to latex.', tags: ['vip'] });
    expect((await history())[0]).toMatchObject({
      ...{ version: 3, cause: 'put_back' },
      changes: [{ field: 'notes', before: 'Prefers mornings.', after: 'Allergic to latex.' }],
    });
    await putBack(3).expect(200);
    expect(await read()).toMatchObject({ notes: 'Prefers mornings.', tags: ['vip'] });
    const viewer = await signIn(t, { role: 'viewer' });
    const asViewer = t.http.post(url(dora.id, '/history/2/put-back')).set(viewer.bearer).send({});
    expectProblem(await asViewer, 403, 'forbidden');
    await t.http.get(url(dora.id, '/history')).set(viewer.bearer).expect(200);
    expectProblem(await putBack(2, { fields: ['name'] }), 400, 'invalid_request');
    expectProblem(await putBack(77), 404, 'not_found');
    expectProblem(await putBack(2).set({ 'if-match': '"1"' }), 412, 'version_mismatch');
  });

  it('brings numbers back together, and never takes one from somebody else unasked', async () => {
    await patch({ phone: '+1 212 555 0101 ext. 12' });
    await patch({ phone: '+12125550103' });
    await made({ name: 'Erik', phone: '+12125550101' });
    expectProblem(await putBack(3, { fields: ['phone'] }), 409, 'duplicate_client');
    await putBack(3, { fields: ['phone'], allow_duplicate: true }).expect(200);
    expect(await read()).toMatchObject({ phone: '+12125550101', extension: '12' });
  });

  it('tells of merges and what undid them, and comes back with a client that is parted again', async () => {
    const other = await made({ name: 'Dora B.', phone: '+12125550109', notes: 'Has a dog.' });
    await t.http.patch(url(other.id)).set(rita.bearer).send({ company: 'Zoo' }).expect(200);
    const merge = (await post(url(dora.id, '/merges'), { client_id: other.id }).expect(201))
      .body as ClientMergeDto;
    expect((await history())[0]).toMatchObject({ cause: 'merged', user: { id: rita.id } });
    expect((await history())[0]?.changes).toContainEqual({
      ...{ field: 'notes', before: 'Allergic to latex.', after: 'Allergic to latex.\n\nHas a dog.' },
    });
    expect(await kept(other.id)).toBe(1);
    await post(url(dora.id, `/merges/${merge.id}/undo`)).expect(200);
    expect((await history())[0]).toMatchObject({ cause: 'unmerged' });
    expect((await history(other.id)).map(({ changes }) => changes[0]?.field)).toEqual(['company']);
  });

  it('tells what an import changed', async () => {
    const csv = `id,name,notes\n${dora.id},Dora Smith,Allergic to nuts.\n`;
    await t.http
      .post('/api/clients/import?update=true')
      .set(rita.bearer)
      .set('content-type', 'text/csv')
      .send(csv)
      .expect(200);
    expect(await history()).toEqual([
      {
        ...{
          version: 2,
          at: NOW,
          cause: 'imported',
          user: { id: rita.id, name: 'The desk' },
          key_name: null,
        },
        changes: [
          { field: 'name', before: 'Dora', after: 'Dora Smith' },
          { field: 'notes', before: 'Allergic to latex.', after: 'Allergic to nuts.' },
        ],
      },
    ]);
    await putBack(2).expect(200);
    expect(await read()).toMatchObject({ name: 'Dora', notes: 'Allergic to latex.' });
  });

  it('tells that an archived client came back by a booking', async () => {
    await patch({ status: 'archived' });
    t.clock.set('2027-03-01T09:05:00.000Z');
    const booking = bookingAt('2027-03-02T10:00:00Z', { client: { name: 'Dora', phone: '+12125550101' } });
    await t.http.post(APPOINTMENTS).set(AS_AGENT).send(booking).expect(201);
    expect((await history())[0]).toEqual({
      ...{ version: 3, at: '2027-03-01T09:05:00.000Z', cause: 'reactivated', user: null, key_name: null },
      changes: [{ field: 'status', before: 'archived', after: 'active' }],
    });
  });

  it('ends with the client, also with one that was merged into it', async () => {
    const other = await made({ name: 'Dora B.' });
    await t.http.patch(url(other.id)).set(rita.bearer).send({ company: 'Zoo' }).expect(200);
    await post(url(dora.id, '/merges'), { client_id: other.id }).expect(201);
    await patch({ notes: 'x' });
    await t.http.delete(url(dora.id)).set(rita.bearer).expect(204);
    expect([await kept(dora.id), await kept(other.id)]).toEqual([0, 0]);
  });

  it('is kept as long as the audit, and of very many changes the latest', async () => {
    await patch({ notes: 'x' });
    t.clock.set('2028-02-28T09:00:00.000Z');
    await t.app.get(RetentionService).removeOld();
    expect(await kept(dora.id)).toBe(1);
    t.clock.set('2028-03-02T09:00:00.000Z');
    await t.app.get(RetentionService).removeOld();
    expect(await kept(dora.id)).toBe(0);
    t.clock.set(NOW);
    await patch({ notes: 'y' });
    await t.panel.query('update clients set version = 600 where id = $1', [dora.id]);
    await patch({ notes: 'z' });
    expect((await history()).map(({ version }) => version)).toEqual([601]);
  });
});
