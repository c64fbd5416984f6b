import type { WaitingEntryDto } from '@groupless/shared-dto';
import { sharedApp } from '../../harness/apps/shared-app';
import type { ServedApp } from '../../harness/apps/served-app';
import { setAgent } from '../../harness/data/appointments';
import { signIn } from '../../harness/data/panel-users';
import { atOnce } from '../../harness/data/times';
import { countRows } from '../../harness/databases/rows';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { DAY, PUBLIC, WaitingRoom } from './waiting-room';

const PATH = '/api/waiting-list';

describe('the waiting list', () => {
  let t: ServedApp;
  let room: WaitingRoom;
  beforeAll(async () => {
    t = await sharedApp(PUBLIC);
    room = await WaitingRoom.open(t);
  });
  afterAll(async () => {
    await room.mail.stop();
    await t.close();
  });
  beforeEach(() => room.begin());

  const ENTRY = { client: { name: 'Ada', phone: '+491705550099' }, from: DAY, to: '2027-03-12' };

  it('has who waits for what, by names and by ids', async () => {
    const wish = {
      services: ['Cut', 'Colour'],
      resource: 'Anna',
      hours: { from: '16:00', to: '20:00' },
      notes: 'Soon',
    };
    const made = await room.post({ ...ENTRY, ...wish }).expect(201);
    const entry = made.body as WaitingEntryDto;
    const { rows: services } = await t.panel.query(
      'select id from services where archived_at is null order by name desc',
    );
    const { rows: resources } = await t.panel.query(
      `select id from resources where name = 'Anna' and archived_at is null`,
    );
    expect(entry).toMatchObject({
      ...{
        client: { name: 'Ada' },
        service: 'Cut',
        services: ['Cut', 'Colour'],
        resource: 'Anna',
        status: 'waiting',
      },
      ...{
        resource_id: resources[0].id,
        service_ids: services.map(({ id }: { id: string }) => id),
        offer: null,
      },
      ...{ from: DAY, to: '2027-03-12', hours: { from: '16:00', to: '20:00' }, notes: 'Soon', chat_id: null },
    });
    expect(made.headers['location']).toBe(`${PATH}/${entry.id}`);
    expect((await t.http.get(`${PATH}/${entry.id}`).set(room.admin.bearer).expect(200)).body).toEqual(entry);
    const { service_ids, resource_id, client_id } = entry;
    const again = await room.post({ client_id, service_ids, resource_id, from: DAY, to: DAY }).expect(201);
    expect(again.body).toMatchObject({ client_id, service_ids, resource_id, services: ['Cut', 'Colour'] });
    // Of two of one name it is the one that is meant.
    await t.http
      .patch(`/api/resources/${resource_id}`)
      .set(room.admin.bearer)
      .send({ name: 'Anne' })
      .expect(200);
    expect((await room.list()).map(({ resource }) => resource)).toEqual(['Anne', 'Anne']);
  });

  it('means whoever is free where nobody is named', async () => {
    for (const more of [{}, { resource: 'any' }])
      expect(
        (await room.post({ ...ENTRY, client: { name: JSON.stringify(more) + 'a' }, ...more }).expect(201))
          .body,
      ).toMatchObject({ resource: 'any', resource_id: null, service: null, service_ids: [] });
  });

  it('is read page by page in the order of entry, with filters', async () => {
    for (const name of ['Ada', 'Bea', 'Cid']) await room.waits(name);
    const first = await t.http.get(PATH).query({ limit: 2 }).set(room.admin.bearer).expect(200);
    const { items, next_cursor: cursor } = first.body as { items: WaitingEntryDto[]; next_cursor: string };
    expect(items.map(({ client }) => client.name)).toEqual(['Ada', 'Bea']);
    const rest = await t.http.get(PATH).query({ limit: 2, cursor }).set(room.admin.bearer).expect(200);
    expect((rest.body.items as WaitingEntryDto[]).map(({ client }) => client.name)).toEqual(['Cid']);
    expectProblem(
      await t.http.get(PATH).query({ cursor, status: 'waiting' }).set(room.admin.bearer),
      400,
      'invalid_cursor',
    );
    expect(await room.list({ client_id: items[1]!.client_id })).toHaveLength(1);
    expect(await room.list({ status: 'offered,booked' })).toEqual([]);
    const { rows } = await t.panel.query(`select id from resources where name = 'Ben'`);
    expect(await room.list({ resource_id: rows[0].id })).toHaveLength(3);
  });

  it('has one entry for one wish: sent again, at once, with a key', async () => {
    const answers = await atOnce(6, () => room.post(ENTRY));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => (body as WaitingEntryDto).id)).size).toBe(1);
    const keyed = await atOnce(3, () => room.post({ ...ENTRY, to: DAY }, 'once'));
    expect(keyed.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expectProblem(await room.post({ ...ENTRY, notes: 'Other' }, 'once'), 409, 'idempotency_key_reused');
    expect(await countRows(t.panel, 'waiting_entries')).toBe(2);
    expect(await countRows(t.panel, 'clients')).toBe(1);
  });

  it.each([
    ['to', { to: '2027-03-01' }],
    ['to', { from: '2027-02-01', to: '2027-02-28' }],
    ['to', { to: '2028-12-31' }],
    ['hours.to', { hours: { from: '16:00', to: '16:00' } }],
    ['client', { client: undefined }],
    ['service_ids', { service: 'Cut', service_ids: ['0193b0a4-7b1c-7000-8000-000000000000'] }],
    ['client_id', { client: undefined, client_id: '0193b0a4-7b1c-7000-8000-000000000000' }],
  ])('refuses what is wrong: %s', async (field, change) => {
    const refused = await room.post({ ...ENTRY, ...change });
    expectProblem(refused, 400, 'invalid_request');
    expect(refusedFields(refused).map(([name]) => name)).toContain(field);
    expect(await countRows(t.panel, 'waiting_entries')).toBe(0);
    expect(await countRows(t.panel, 'clients')).toBe(0);
  });

  it('refuses what nobody has and what nobody does', async () => {
    expectProblem(await room.post({ ...ENTRY, service: 'Nothing' }), 400, 'unknown_service');
    expectProblem(await room.post({ ...ENTRY, resource: 'Nobody' }), 400, 'unknown_resource');
    await setAgent(t, {
      schedules: [{ resource: 'Ben', working_hours: null, services: ['Cut'], exceptions: [], colour: null }],
    });
    expectProblem(await room.post({ ...ENTRY, service: 'Colour', resource: 'Ben' }), 409, 'not_offered');
    await room.post({ ...ENTRY, service: 'Colour' }).expect(201);
  });

  it('is read by viewers and written by operators', async () => {
    const viewer = await signIn(t, { role: 'viewer' });
    const { id } = await room.waits('Ada');
    await t.http.get(PATH).set(viewer.bearer).expect(200);
    expectProblem(await t.http.post(PATH).set(viewer.bearer).send(ENTRY), 403, 'forbidden');
    expectProblem(await t.http.delete(`${PATH}/${id}`).set(viewer.bearer), 403, 'forbidden');
    await t.http.delete(`${PATH}/${id}`).set(room.admin.bearer).expect(204);
    await t.http.delete(`${PATH}/${id}`).set(room.admin.bearer).expect(204);
    expect((await room.list()).map(({ status }) => status)).toEqual(['removed']);
    const { rows } = await t.panel.query(
      `select action from audit_events where object = $1 order by at, id`,
      [`waiting_entry:${id}`],
    );
    expect(rows).toEqual([{ action: 'waiting_entry.created' }, { action: 'waiting_entry.removed' }]);
  });

  it('goes with the client: merged, parted, erased', async () => {
    const [ada, bea] = [await room.waits('Ada'), await room.waits('Bea')];
    const merged = await t.http
      .post(`/api/clients/${ada.client_id}/merges`)
      .set(room.admin.bearer)
      .send({ client_id: bea.client_id });
    expect(merged.status).toBe(201);
    expect(new Set((await room.list()).map(({ client_id }) => client_id))).toEqual(new Set([ada.client_id]));
    const merges = await t.http
      .get(`/api/clients/${ada.client_id}/merges`)
      .set(room.admin.bearer)
      .expect(200);
    const [{ id }] = merges.body.items as [{ id: string }];
    await t.http.post(`/api/clients/${ada.client_id}/merges/${id}/undo`).set(room.admin.bearer).expect(200);
    expect((await room.list()).map(({ client }) => client.name)).toEqual(['Ada', 'Bea']);
  });

  it('keeps services and resources that are waited for', async () => {
    const entry = await room.waits('Ada', { resource: 'Ben' });
    for (const path of [`services/${entry.service_ids[0]}`, `resources/${entry.resource_id}`])
      expect((await t.http.delete(`/api/${path}`).set(room.admin.bearer)).status).toBeLessThan(300);
    expect(await room.list()).toMatchObject([{ service: 'Cut', resource: 'Ben' }]);
  });
});
