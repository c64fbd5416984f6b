import type { BlockDto } from '@groupless/shared-dto';
import { setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

const SETTINGS = '/api/settings/chat-agent';
const [ANNA, BEN] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

describe('a change of the settings', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    t.clock.set('2027-03-01T08:00:00.000Z');
    admin = await signIn(t, { role: 'admin' });
    await emptyTables(t.panel, 'clients', 'blocks', 'busy_calendars');
    await setAgent(t, { resources: ['Anna', 'Ben'], time_zone: 'Europe/London' });
    await block('Anna', '2027-02-01');
    await block('Anna', '2027-03-02');
    await block('Ben', '2027-07-02');
    await t.panel.query(
      `insert into busy_calendars (id, resource, name, url, etag, full_read_at)
       values ($1, 'Anna', 'Of Anna', 'x', '"1"', now()), ($2, 'Ben', 'Of Ben', 'x', '"1"', now())`,
      [ANNA, BEN],
    );
  });

  const block = (resource: string, day: string) =>
    t.http
      .post('/api/blocks')
      .set(admin.bearer)
      .send({ resource, starts_at: `${day}T09:00:00Z`, ends_at: `${day}T10:00:00Z` })
      .expect(201);
  const change = async (changes: object, query: object = {}) => {
    const { body } = await t.http.get(SETTINGS).set(admin.bearer);
    const { status } = await t.http
      .put(SETTINGS)
      .query(query)
      .set(admin.bearer)
      .send({ ...body, ...changes });
    expect(status).toBe(200);
  };
  const blocks = async () => {
    const { body } = await t.http.get('/api/blocks').set(admin.bearer);
    return (body.items as BlockDto[]).map(
      ({ resource, starts_at }) => `${resource} ${starts_at.slice(0, 16)}`,
    );
  };
  const calendars = async () =>
    (
      await t.panel.query<{ resource: string; name: string; etag: string | null; full_read_at: Date | null }>(
        'select resource, name, etag, full_read_at from busy_calendars order by name',
      )
    ).rows;
  const noted = async (what: string) =>
    (
      await t.panel.query<{ told: string }>(
        `select action || ' ' || object_name as told from audit_events
         where action in ('block.' || $1, 'calendar.' || $1)
         order by action`,
        [what],
      )
    ).rows.map(({ told }) => told);

  it('to another time zone moves coming blocks by the clock, and has calendars read anew', async () => {
    await change({ time_zone: 'America/New_York' }, { keep: 'clock' });
    // New York is five hours behind London on both days.
    expect(await blocks()).toEqual([
      'Anna 2027-02-01T09:00',
      'Anna 2027-03-02T14:00',
      'Ben 2027-07-02T14:00',
    ]);
    expect(await calendars()).toMatchObject([
      { etag: null, full_read_at: expect.anything() },
      { etag: null, full_read_at: expect.anything() },
    ]);
  });

  it('that keeps the moment leaves blocks where they are', async () => {
    await change({ time_zone: 'America/New_York' }, { keep: 'moment' });
    expect(await blocks()).toEqual([
      'Anna 2027-02-01T09:00',
      'Anna 2027-03-02T09:00',
      'Ben 2027-07-02T09:00',
    ]);
    expect(await calendars()).toMatchObject([{ etag: null }, { etag: null }]);
  });

  it('that drops a resource takes its coming blocks and its calendars along, noted in the audit', async () => {
    await change({ resources: ['Ben'] });
    expect(await blocks()).toEqual(['Anna 2027-02-01T09:00', 'Ben 2027-07-02T09:00']);
    expect(await calendars()).toMatchObject([{ resource: 'Ben' }]);
    expect(await noted('deleted')).toEqual(['block.deleted Anna', 'calendar.deleted Of Anna']);
  });

  it('that moves what a resource has moves its coming blocks and its calendars too', async () => {
    await change({ resources: ['Ben'] }, { move_to: 'Ben' });
    expect(await blocks()).toEqual(['Anna 2027-02-01T09:00', 'Ben 2027-03-02T09:00', 'Ben 2027-07-02T09:00']);
    expect(await calendars()).toMatchObject([{ resource: 'Ben' }, { resource: 'Ben' }]);
    expect(await noted('updated')).toEqual(['block.updated Anna', 'calendar.updated Of Anna']);
  });

  it('of a name reaches what another process writes by the former one', async () => {
    const rename = { from: 'Anna', to: 'Anna B.' };
    await t.http.post('/api/settings/resources/rename').set(admin.bearer).send(rename).expect(200);
    await t.panel.query(
      `insert into blocks (id, resource, starts_at, ends_at) values (gen_random_uuid(), 'anna', now(), now() + interval '1 hour')`,
    );
    const { rows } = await t.panel.query(`select 1 from blocks where resource = 'anna'`);
    expect(rows).toEqual([]);
    await t.panel.query(`update busy_calendars set resource = 'anna' where id = $1`, [BEN]);
    expect(await calendars()).toMatchObject([{ resource: 'Anna B.' }, { resource: 'Anna B.' }]);
  });
});
