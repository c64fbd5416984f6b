import type { AppointmentDto } from '@groupless/shared-dto';
import { APPOINTMENTS } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const ROWS = 60;
const CLIENTS = ['01a00000-0000-7000-8000-000000000001', '01a00000-0000-7000-8000-000000000002'] as const;

describe('the list of appointments', () => {
  let t: ServedApp;
  let viewer: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    viewer = await signIn(t, { role: 'viewer' });
    await t.panel.query(
      `insert into clients (id, name, source) select id, 'Client ' || id, 'panel' from unnest($1::uuid[]) as id`,
      [CLIENTS],
    );
    // Three that start at the same time, one on each resource, every hour.
    await t.panel.query(
      `insert into appointments (id, client_id, title, starts_at, ends_at, status, source, resource)
       select gen_random_uuid(), ($2::uuid[])[1 + n % 2], 'n' || n, at, at + interval '30 min',
         (array['pending', 'confirmed', 'completed', 'cancelled', 'no_show'])[1 + n % 5],
         (array['phone', 'chat', 'panel'])[1 + n / 3 % 3], (array['main', 'room', 'red, green'])[1 + n % 3]
       from generate_series(0, $1 - 1) as n,
         lateral (select timestamptz '2026-11-20 00:00Z' + make_interval(hours => n / 3) as at) as times`,
      [ROWS, CLIENTS],
    );
  });
  afterAll(() => t.close());

  const list = (query: Record<string, string | number> = {}) =>
    t.http.get(APPOINTMENTS).query(query).set(viewer.bearer);
  const titles = async (query: Record<string, string | number>) => {
    const { status, body } = await list({ limit: 200, ...query });
    expect(status).toBe(200);
    return (body.items as AppointmentDto[]).map(({ title }) => Number(title.slice(1)));
  };
  const numbers = (belongs: (n: number) => boolean) =>
    Array.from({ length: ROWS }, (_, n) => n).filter((n) => belongs(n));
  const ascending = (a: number, b: number) => a - b;

  it('holds those of one external_id, of one chat, and those that changed since a time', async () => {
    await t.panel.query(`update appointments set external_id = 'e,1', chat_id = 'c-1' where title = 'n7'`);
    await t.panel.query(`update appointments set chat_id = 'c-1' where title = 'n9'`);
    await t.panel.query(`
      update appointments set updated_at = timestamptz '2027-01-01 00:00Z' - substr(title, 2)::int * interval '1 s'
      where title in ('n4', 'n5', 'n6')`);
    expect(await titles({ external_id: 'e,1' })).toEqual([7]);
    expect(await titles({ external_id: 'e' })).toEqual([]);
    expect((await titles({ chat_id: 'c-1' })).sort(ascending)).toEqual([7, 9]);
    const since = { updated_since: '2026-12-31T23:59:55Z' };
    expect(await titles({ ...since, sort: 'updated_at' })).toEqual([5, 4]);
    expect(await titles({ ...since, sort: '-updated_at' })).toEqual([4, 5]);
    const first = await list({ sort: 'updated_at', limit: ROWS - 1 });
    const { body } = await list({ sort: 'updated_at', limit: 5, cursor: first.body.next_cursor });
    expect((body.items as AppointmentDto[]).map(({ title }) => title)).toEqual(['n4']);
  });

  it.each<Record<string, string>>([
    {},
    { sort: 'starts_at' },
    { sort: '-starts_at' },
    { status: 'pending,completed', sort: '-starts_at' },
    { sort: '-updated_at' },
  ])('is read page by page without losing or repeating one: %j', async (query) => {
    const whole = await list({ ...query, limit: 200 });
    const items: object[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ ...query, limit: 7, ...(cursor === null ? {} : { cursor }) });
      expect([page.status, page.body.total]).toEqual([200, whole.body.total]);
      items.push(...(page.body.items as object[]));
      cursor = page.body.next_cursor as string | null;
    } while (cursor !== null);
    expect(items).toEqual(whole.body.items);
  });

  it('is by start, either way', async () => {
    const up = ((await list({ limit: 200 })).body.items as AppointmentDto[]).map(
      ({ id, starts_at }) => starts_at + id,
    );
    expect(up).toEqual([...up].sort());
    const down = (await list({ limit: 200, sort: '-starts_at' })).body.items as AppointmentDto[];
    expect(down.map(({ id, starts_at }) => starts_at + id)).toEqual([...up].reverse());
  });

  it('shows what starts from one time on and before another', async () => {
    const found = await titles({ from: '2026-11-20T02:00:00Z', to: '2026-11-20T04:00:00Z' });
    expect(found.sort(ascending)).toEqual([6, 7, 8, 9, 10, 11]);
    expect(await titles({ from: '2026-11-20T05:00:00+01:00', to: '2026-11-20T04:00:00Z' })).toEqual([]);
    expect((await titles({ from: '2026-11-20T20:00:00+01:00' })).sort(ascending)).toEqual([57, 58, 59]);
  });

  it.each<[Record<string, string>, (n: number) => boolean]>([
    [{ status: 'pending' }, (n) => n % 5 === 0],
    [{ status: 'pending,no_show' }, (n) => n % 5 === 0 || n % 5 === 4],
    [{ source: 'chat' }, (n) => Math.floor(n / 3) % 3 === 1],
    [{ source: 'phone,panel' }, (n) => Math.floor(n / 3) % 3 !== 1],
    [{ resource: 'room' }, (n) => n % 3 === 1],
    [{ resource: ' ROOM ' }, (n) => n % 3 === 1],
    [{ resource: 'room,Main' }, (n) => n % 3 !== 2],
    [{ resource: 'Red,  GREEN' }, (n) => n % 3 === 2],
    [{ resource: 'red, green' }, (n) => n % 3 === 2],
    [{ resource: 'nobody' }, () => false],
    [{ client_id: CLIENTS[1] }, (n) => n % 2 === 1],
    [{ client_id: CLIENTS.join() }, () => true],
    [{ client_id: CLIENTS[0].toUpperCase(), status: 'pending', resource: 'main' }, (n) => n % 30 === 0],
  ])('filters by %j', async (query, belongs) => {
    expect((await titles(query)).sort(ascending)).toEqual(numbers(belongs));
    expect((await list(query)).body.total).toBe(numbers(belongs).length);
  });

  it.each([
    ['from', 'yesterday', 'invalid_format'],
    ['from', '2026-11-2', 'invalid_format'],
    ['from', '2026-11-20T09:00:00', 'invalid_format'],
    ['to', '2026-11-20T09:00:00 01:00', 'invalid_format'],
    ['to', '2026-02-30T09:00:00Z', 'invalid_format'],
    ['status', 'done', 'not_allowed'],
    ['status', '', 'not_allowed'],
    ['source', 'import', 'not_allowed'],
    ['resource', '', 'too_short'],
    ['client_id', '7', 'invalid_format'],
    ['client_id', `${CLIENTS[0]},`, 'invalid_format'],
    ['sort', 'title', 'not_allowed'],
    ['limit', '201', 'out_of_range'],
    ['page', '2', 'unknown_field'],
  ])('refuses %s=%s', async (name, value, code) => {
    expect(refusedFields(await list({ [name]: value }))).toEqual([[name, code]]);
  });

  it('refuses a cursor of another filter or sort, and one that is broken', async () => {
    const { next_cursor: cursor } = (await list({ limit: 2 })).body as { next_cursor: string };
    for (const [name, value] of [
      ['sort', '-starts_at'],
      ['status', 'pending'],
      ['from', '2026-11-20T00:00:00Z'],
    ] as const)
      expectProblem(await list({ cursor, [name]: value }), 400, 'invalid_cursor');
    expectProblem(await list({ cursor: 'x' }), 400, 'invalid_cursor');
  });
});
