import { USER_SORTS, type PageDto, type UserDto, type UserSort } from '@groupless/shared-dto';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { insertRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const user = (number: number, email: string, name: string, more: object = {}) => ({
  id: `01900000-0000-7000-8000-00000000000${number}`,
  email,
  name,
  role: 'viewer',
  is_active: true,
  password_hash: null,
  totp_secret: null,
  last_seen_at: null,
  created_at: `2026-11-0${number}T09:30:00Z`,
  updated_at: `2026-11-0${number}T09:30:00Z`,
  ...more,
});

const USERS = [
  user(1, 'Zoe@example.com', 'ada', { role: 'admin', password_hash: 'x', totp_secret: 'x' }),
  user(2, 'bob@example.com', 'Émile', { role: 'operator', last_seen_at: '2026-11-19T10:00:00Z' }),
  user(3, 'carl@example.com', 'Zoë 100%', { is_active: false, last_seen_at: '2026-11-18T10:00:00Z' }),
  user(4, 'amy@under_score.example', 'Grace', { last_seen_at: '2026-11-18T10:00:00Z' }),
  user(5, 'dan@example.com', 'grace'),
];

describe('the list of users', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t, { email: 'zz-admin@example.com' });
    await t.panel.query(`update users set name = 'zz admin', created_at = '2026-12-01' where id = $1`, [
      admin.id,
    ]);
    await insertRows(t.panel, 'users', USERS);
  });
  afterAll(() => t.close());

  const get = (query: Record<string, string> = {}) => t.http.get('/api/users').query(query).set(admin.bearer);
  const list = async (query: Record<string, string> = {}) =>
    (await get(query).expect(200)).body as PageDto<UserDto>;
  const emails = async (query: Record<string, string>) => {
    const { items } = await list(query);
    return items.map(({ email }) => email.split('@')[0]).filter((name) => name !== 'zz-admin');
  };

  it('shows each user as the user alone is shown', async () => {
    const { items, next_cursor, total, total_is_exact } = await list();
    expect([items.length, next_cursor, total, total_is_exact]).toEqual([6, null, 6, true]);
    for (const item of items) {
      expect(item).toEqual((await t.http.get(`/api/users/${item.id}`).set(admin.bearer).expect(200)).body);
    }
  });

  it.each<[UserSort, string[]]>([
    ['name', ['Zoe', 'bob', 'amy', 'dan', 'carl']],
    ['email', ['amy', 'bob', 'carl', 'dan', 'Zoe']],
    ['created_at', ['Zoe', 'bob', 'carl', 'amy', 'dan']],
    ['last_seen_at', ['Zoe', 'dan', 'carl', 'amy', 'bob']],
  ])('is sorted by %s, and the other way round', async (sort, expected) => {
    expect(await emails({ sort })).toEqual(expected);
    expect(await emails({ sort: `-${sort}` })).toEqual(expected.toReversed());
  });

  it.each(USER_SORTS)('is read page by page, sorted by %s, with nobody lost or twice', async (sort) => {
    const whole = (await list({ sort })).items.map(({ id }) => id);
    const read: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: PageDto<UserDto> = await list({ sort, limit: '2', ...(cursor === '' ? {} : { cursor }) });
      read.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
      expect(page.total).toBe(6);
    }
    expect(read).toEqual(whole);
  });

  it.each([
    [{ search: 'EMILE' }, ['bob']],
    [{ search: 'zoë' }, ['Zoe', 'carl']],
    [{ search: '%' }, ['carl']],
    [{ search: '_' }, ['amy']],
    [{ search: 'EXAMPLE.com' }, ['Zoe', 'bob', 'dan', 'carl']],
    [{ search: 'nobody' }, []],
    [{ role: 'admin' }, ['Zoe']],
    [{ role: 'admin,operator' }, ['Zoe', 'bob']],
    [{ is_active: 'false' }, ['carl']],
    [{ is_active: 'true', role: 'viewer' }, ['amy', 'dan']],
    [{ search: 'grace', is_active: 'true', sort: '-email' }, ['dan', 'amy']],
  ])('is narrowed by %j', async (query, expected) => {
    expect(await emails(query as unknown as Record<string, string>)).toEqual(expected);
  });

  it('counts what a filter leaves', async () => {
    expect((await list({ role: 'viewer', limit: '1' })).total).toBe(3);
  });

  it.each([
    [{ sort: 'role' }, 'sort', 'not_allowed'],
    [{ role: 'owner' }, 'role', 'not_allowed'],
    [{ is_active: 'yes' }, 'is_active', 'not_allowed'],
    [{ search: '' }, 'search', 'too_short'],
    [{ limit: '0' }, 'limit', 'out_of_range'],
    [{ limit: '201' }, 'limit', 'out_of_range'],
    [{ name: 'x' }, 'name', 'unknown_field'],
  ])('refuses %j', async (query, field, code) => {
    expect(refusedFields(await get(query as unknown as Record<string, string>))).toEqual([[field, code]]);
  });

  it('takes no cursor of another sort or filter', async () => {
    const { next_cursor } = await list({ sort: 'name', limit: '2' });
    const others: Record<string, string>[] = [
      { sort: '-name' },
      { sort: 'name', role: 'viewer' },
      { sort: 'email' },
    ];
    for (const other of others) {
      expectProblem(await get({ ...other, limit: '2', cursor: next_cursor ?? '' }), 400, 'invalid_cursor');
    }
  });
});
