import { CLIENT_SORTS, type ClientDto } from '@groupless/shared-dto';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { rounds } from '../../harness/data/rounds';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

type Query = Record<string, string | number | undefined>;
type Row = Partial<
  Pick<ClientDto, 'phone' | 'email' | 'company' | 'status' | 'source' | 'tags' | 'last_activity_at'>
>;

const CLIENTS: Record<string, Row> = {
  'Žofie Nováková': { phone: '+420777123456', email: 'Zofie@Example.com', tags: ['vip', 'weekly'] },
  'adam Novak': { phone: '+12125550123', status: 'lead', source: 'chat' },
  'Élodie Marchand': { email: 'elodie_m@example.com', company: 'Ateliers 100%', status: 'archived' },
  'Zoë Lindqvist': { company: 'Łódź & Søn', source: 'phone', last_activity_at: '2026-11-01T10:00:00.000Z' },
  '高橋 さくら': { phone: '+447700900171', source: 'import', tags: ['VIP'] },
  'a\\b%c': { email: 'back@slash.example', last_activity_at: '2026-11-02T10:00:00.000Z' },
};

/** By an index that holds what is searched, and by one that does not; in the full tests by two of each. */
const SORTS_OF_MOST = ['name', 'last_activity_at', '-phone', '-created_at'].slice(0, rounds(2, 4));
/** By a text, and by a time that many have none of, up and down; in the full tests by all. */
const SORTS_OF_FEW = (
  ['name', '-name', 'last_activity_at', '-last_activity_at', ...CLIENT_SORTS] as const
).slice(0, rounds(4, 4 + CLIENT_SORTS.length));

describe('the list of clients', () => {
  let t: ServedApp;
  let viewer: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp();
    viewer = await signIn(t, { role: 'viewer' });
  });
  afterAll(() => t.close());

  const list = (query: Query = {}) => t.http.get('/api/clients').query(query).set(viewer.bearer);

  async function names(query: Query): Promise<string[]> {
    const answer = await list(query);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return (answer.body as { items: ClientDto[] }).items.map(({ name }) => name);
  }

  /** All rows, page by page. */
  async function walk(query: Query): Promise<ClientDto[]> {
    const items: ClientDto[] = [];
    let cursor: string | null = null;
    do {
      const answer = await list({ ...query, ...(cursor === null ? {} : { cursor }) });
      expect(answer.status).toBe(200);
      items.push(...(answer.body.items as ClientDto[]));
      cursor = answer.body.next_cursor as string | null;
    } while (cursor !== null);
    return items;
  }

  describe('of a few', () => {
    beforeAll(async () => {
      await t.panel.query('delete from clients');
      for (const [name, row] of Object.entries(CLIENTS)) {
        const { phone = null, email = null, company = '', status = 'active', source = 'panel' } = row;
        const { tags = [], last_activity_at = null } = row;
        await t.panel.query(
          `insert into clients (id, name, phone, email, company, status, source, tags, last_activity_at)
           values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, $8)`,
          [name, phone, email, company, status, source, tags, last_activity_at],
        );
      }
    });

    it('shows them by name, without regard to case and accents', async () => {
      const sorted = [
        'a\\b%c',
        'adam Novak',
        'Élodie Marchand',
        'Žofie Nováková',
        'Zoë Lindqvist',
        '高橋 さくら',
      ].sort((a, b) => (fold(a) < fold(b) ? -1 : 1));
      expect(await names({})).toEqual(sorted);
      expect(await names({ sort: 'name' })).toEqual(sorted);
      expect(await names({ sort: '-name' })).toEqual(sorted.toReversed());
      expect((await list()).body).toMatchObject({ total: 6, total_is_exact: true, next_cursor: null });
    });

    it.each([
      ['NOVAK', ['adam Novak', 'Žofie Nováková']],
      ['zoe', ['Zoë Lindqvist']],
      ['ŽÓFIE', ['Žofie Nováková']],
      ['橋 さ', ['高橋 さくら']],
      ['高橋', ['高橋 さくら']],
      ['橋', ['高橋 さくら']],
      ['example.COM', ['Élodie Marchand', 'Žofie Nováková']],
      ['lodz', ['Zoë Lindqvist']],
      ['& s', ['Zoë Lindqvist']],
      ['%', ['a\\b%c', 'Élodie Marchand']],
      ['_', ['Élodie Marchand']],
      ['0%', ['Élodie Marchand']],
      ['b%c', ['a\\b%c']],
      ['\\', ['a\\b%c']],
      ['\\b', ['a\\b%c']],
      ['a%n', []],
      ['____', []],
      ['z', ['Žofie Nováková', 'Zoë Lindqvist']],
      ['ov', ['adam Novak', 'Žofie Nováková']],
      [' n', ['adam Novak', 'Žofie Nováková']],
      ['x@y', []],
      ['Nováková zofie@', ['Žofie Nováková']],
    ])('finds by "%s" in name, email and company', async (search, found) => {
      expect((await names({ search })).sort()).toEqual([...found].sort());
    });

    it.each([
      ['555 01', ['adam Novak']],
      ['+1 (212) 555-01.23', ['adam Novak']],
      ['12125550123', ['adam Novak']],
      ['55', ['adam Novak']],
      ['07700 900171', ['高橋 さくら']],
      ['00447700', ['高橋 さくら']],
      ['777/123', ['Žofie Nováková']],
      ['100', ['Élodie Marchand']],
      ['555x', []],
      ['5550199', []],
      ['00', ['Élodie Marchand', '高橋 さくら']],
      ['5', []],
      ['+', []],
      ['- -', []],
    ])('finds the phone by "%s"', async (search, found) => {
      expect((await names({ search })).sort()).toEqual([...found].sort());
    });

    it.each([
      [{ status: 'lead' }, ['adam Novak']],
      [{ status: 'lead,archived' }, ['adam Novak', 'Élodie Marchand']],
      [{ source: 'chat,phone' }, ['adam Novak', 'Zoë Lindqvist']],
      [{ tag: 'vip' }, ['Žofie Nováková', '高橋 さくら']],
      [{ tag: 'VIP' }, ['Žofie Nováková', '高橋 さくら']],
      [{ tag: 'vi' }, []],
      [{ tag: 'VIP,weekly', sort: 'name' }, ['Žofie Nováková', '高橋 さくら']],
      [{ updated_since: '2999-01-01T00:00:00Z' }, []],
      [{ tag: 'vip', search: 'nov', status: 'active', source: 'panel' }, ['Žofie Nováková']],
      [{ tag: 'vip', search: 'nov', status: 'lead' }, []],
    ])('narrows to %j', async (query, found) => {
      expect(await names(query as Record<string, string>)).toEqual(found);
      expect((await list(query as Record<string, string>)).body).toMatchObject({
        total: found.length,
        total_is_exact: true,
      });
    });

    it.each([
      ['nvoakova', 'Žofie Nováková'],
      ['Marchnd', 'Élodie Marchand'],
      ['zofiie', 'Žofie Nováková'],
      ['adem novak', 'adam Novak'],
      ['Lindqwi', 'Zoë Lindqvist'],
      ['Atelirs', 'Élodie Marchand'],
    ])('forgives one typing error a word where nothing matches: %s', async (search, name) => {
      expect(await names({ search })).toEqual([name]);
    });

    it('corrects neither short words, digits nor signs, nor what is two errors away', async () => {
      for (const search of ['zox', 'nov_k', 'novak1', 'a%', 'nvaokvoa', 'qqqq'])
        expect(await names({ search })).toEqual([]);
    });

    it('pages through what a corrected search has found', async () => {
      const search = 'novbk';
      expect(await names({ search })).toEqual(['adam Novak', 'Žofie Nováková']);
      expect((await walk({ search, limit: 1 })).map(({ name }) => name)).toEqual([
        'adam Novak',
        'Žofie Nováková',
      ]);
      const { next_cursor } = (await list({ search, limit: 1 })).body as { next_cursor: string };
      expectProblem(await list({ search: 'zofiie', cursor: next_cursor }), 400, 'invalid_cursor');
    });

    it.each([
      ['novakova zofie', ['Žofie Nováková']],
      ['Nováková, Žofie', ['Žofie Nováková']],
      ['Frau Nováková', ['Žofie Nováková']],
      ['Mr. Adam Novak', ['adam Novak']],
      ['novak adam', ['adam Novak']],
      ['vip', ['Žofie Nováková', '高橋 さくら']],
    ])('finds names in any order, without salutations, and by tags: %s', async (search, found) => {
      expect((await names({ search })).sort()).toEqual([...found].sort());
    });

    it('shows what stands as it was typed first, then other orders, then notes, page by page', async () => {
      const add = (name: string, notes = '') =>
        t.panel.query(
          `insert into clients (id, name, source, notes) values (gen_random_uuid(), $1, 'panel', $2)`,
          [name, notes],
        );
      await add('Mayer Anna');
      await add('Anna Mayer');
      await add('A Neighbour', 'Sister of Anna Mayer');
      for (const search of ['Anna Mayer', 'mayer, anna']) {
        const all = (await walk({ search, limit: 1 })).map(({ name }) => name);
        const first = search === 'Anna Mayer' ? ['Anna Mayer', 'Mayer Anna'] : ['Anna Mayer', 'Mayer Anna'];
        expect(all).toEqual([...first, 'A Neighbour']);
        expect((await list({ search, limit: 1 })).body).toMatchObject({ total: 3, total_is_exact: true });
        expect(await names({ search })).toEqual([...first, 'A Neighbour']);
      }
      await t.panel.query(`delete from clients where name ~ 'Anna|Neighbour'`);
    });

    it('shows a client once, whose phone and notes have the digits', async () => {
      await t.panel.query(
        `insert into clients (id, name, source, phone, notes) values
           (gen_random_uuid(), 'Called Back', 'panel', '+436640000001', 'call 0664 0000001'),
           (gen_random_uuid(), 'No phone', 'panel', null, '0664 0000001')`,
      );
      for (const search of ['0664', '0664 0000001']) {
        expect((await walk({ search, limit: 1 })).map(({ name }) => name)).toEqual([
          'Called Back',
          'No phone',
        ]);
        expect((await list({ search })).body).toMatchObject({ total: 2 });
      }
      await t.panel.query(`delete from clients where name in ('Called Back', 'No phone')`);
    });

    it.each(['Großkunde', 'GROSSKUNDE', 'Łukasiewicza', 'Søndergade', 'smørrebrød'])(
      'finds %s in tags and notes, folded as names are',
      async (search) => {
        await t.panel.query(
          `insert into clients (id, name, source, tags, notes) values
             (gen_random_uuid(), 'Folded', 'panel', '{Großkunde}', 'Łukasiewicza 3, Søndergade 4, Smørrebrød')`,
        );
        expect(await names({ search })).toEqual(['Folded']);
        await t.panel.query(`delete from clients where name = 'Folded'`);
      },
    );

    it('pages through what a corrected search with a salutation has found', async () => {
      for (const search of ['Frau Novbk', 'Novbk, Mr.'])
        expect((await walk({ search, limit: 1 })).map(({ name }) => name)).toEqual([
          'adam Novak',
          'Žofie Nováková',
        ]);
    });

    it('forgets the words of a removed client that nobody else has', async () => {
      const words = async () =>
        (await t.panel.query<{ word: string }>('select distinct word from client_words order by 1')).rows.map(
          ({ word }) => word,
        );
      await t.panel.query(`insert into clients (id, name, source) values
        ('018f0000-0000-7000-8000-000000000001', 'Adam Unicorn', 'panel')`);
      expect(await words()).toEqual(expect.arrayContaining(['adam', 'unicorn']));
      await t.panel.query(`delete from clients where name = 'Adam Unicorn'`);
      expect(await words()).toEqual(expect.arrayContaining(['adam']));
      expect(await words()).not.toContain('unicorn');
    });

    it('puts who has no phone, email or activity last, up and down', async () => {
      expect((await names({ sort: 'phone' })).slice(0, 3)).toEqual([
        'adam Novak',
        'Žofie Nováková',
        '高橋 さくら',
      ]);
      expect((await names({ sort: '-phone' })).slice(0, 3)).toEqual([
        '高橋 さくら',
        'Žofie Nováková',
        'adam Novak',
      ]);
      const emails = ['a\\b%c', 'Élodie Marchand', 'Žofie Nováková'];
      expect((await names({ sort: 'email' })).slice(0, 3)).toEqual(emails);
      expect((await names({ sort: '-email' })).slice(0, 3)).toEqual(emails.toReversed());
      const active = ['Zoë Lindqvist', 'a\\b%c'];
      expect((await names({ sort: 'last_activity_at' })).slice(0, 2)).toEqual(active);
      expect((await names({ sort: '-last_activity_at' })).slice(0, 2)).toEqual(active.toReversed());
    });

    it.each([
      ['status', { status: 'vip' }, 'not_allowed'],
      ['status', { status: 'lead,' }, 'not_allowed'],
      ['source', { source: 'fax' }, 'not_allowed'],
      ['sort', { sort: 'notes' }, 'not_allowed'],
      ['search', { search: '' }, 'too_short'],
      ['search', { search: 'x'.repeat(201) }, 'too_long'],
      ['tag', { tag: '' }, 'too_short'],
      ['limit', { limit: 201 }, 'out_of_range'],
      ['offset', { offset: 1 }, 'unknown_field'],
    ])('refuses a wrong %s: %j', async (field, query, code) => {
      expect(refusedFields(await list(query as Record<string, string>))).toEqual([[field, code]]);
    });

    it('refuses a cursor of another sort, filter or search, and a broken one', async () => {
      const { next_cursor: cursor } = (await list({ limit: 1, status: 'active' })).body as {
        next_cursor: string;
      };
      expect((await list({ limit: 1, status: 'active', cursor })).status).toBe(200);
      for (const query of [
        {},
        { status: 'lead' },
        { status: 'active', search: 'a' },
        { status: 'active', sort: '-name' },
      ])
        expectProblem(await list({ ...query, cursor }), 400, 'invalid_cursor');
      expectProblem(await list({ cursor: 'x' }), 400, 'invalid_cursor');
    });
  });

  describe('of many', () => {
    /** More than are counted, of which so many more match a search. */
    const ROWS = 12_000;
    const MOST = 10_500;
    beforeAll(async () => {
      await t.panel.query('delete from clients');
      await t.panel.query(
        `insert into clients (id, name, phone, email, company, status, source, tags, last_activity_at, created_at, updated_at)
         select gen_random_uuid(), case when n % 8 = 0 then 'Bert ' else 'Anna ' end || n % 700,
                case when n % 3 = 0 then '+1212555' || lpad((n % 500)::text, 4, '0') end,
                case when n % 5 = 0 then 'X' || n % 900 || '@example.com' end,
                case when n % 4000 = 7 then 'rare' when n > ${ROWS - 60} then 'late' else '' end,
                case when n % 1000 = 1 then 'lead' when n % 3 = 0 then 'archived' else 'active' end, 'panel',
                case when n % 8 = 0 then '{}' else array['most'] end,
                case when n % 4 = 0 then timestamptz '2026-01-01' + make_interval(mins => n % 800) end,
                timestamptz '2026-01-01' + make_interval(secs => n / 3), timestamptz '2026-02-01' - make_interval(secs => n / 7)
         from generate_series(1, ${ROWS}) as n`,
      );
      await t.panel.query('analyze clients');
    });

    it.each(SORTS_OF_FEW)(
      'pages through a filter by %s without losing or repeating a row, as the table has them',
      async (sort) => {
        for (const query of [
          { status: 'lead' },
          { search: 'rare' },
          { search: 'anna 69', status: 'archived' },
        ]) {
          const all = await walk({ ...query, sort, limit: 7 });
          const once = await walk({ ...query, sort, limit: 200 });
          expect(all).toEqual(once);
          const { rows } = await t.panel.query<{ id: string }>(
            query.status === 'lead'
              ? `select id from clients where status = 'lead'`
              : query.search === 'rare'
                ? `select id from clients where company = 'rare'`
                : `select id from clients where search_text like '%anna%' and search_text like '%69%' and status = 'archived'`,
          );
          expect(all.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
        }
      },
    );

    it.each(SORTS_OF_MOST)('pages through a search that most match by %s, to the end', async (sort) => {
      const query = { search: 'Anna', sort, limit: 200 };
      const first = (await list(query)).body as { total: number; total_is_exact: boolean };
      expect(first).toMatchObject({ total: 10_000, total_is_exact: false });
      const all = await walk(query);
      expect(all).toHaveLength(MOST);
      expect(new Set(all.map(({ id }) => id)).size).toBe(MOST);
    });

    it('finds at once what lies at the far end of the order', async () => {
      const late = await walk({ search: 'late', sort: 'created_at', limit: 50 });
      expect(late.map(({ company }) => company)).toEqual(Array(late.length).fill('late'));
      expect(late.map(({ created_at }) => created_at)).toEqual(
        late.map(({ created_at }) => created_at).sort(),
      );
      expect(late.length).toBeGreaterThan(50);
    });

    it('searches in the order of names without looking at the table', async () => {
      await t.panel.query('vacuum clients');
      const { rows } = await t.panel.query<{ 'QUERY PLAN': string }>(
        `explain select id, search_text, phone from clients order by name_key collate "C", id limit 1000`,
      );
      expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('Index Only Scan using clients_by_name');
    });

    it('counts up to 10,000', async () => {
      expect((await list()).body).toMatchObject({ total: 10_000, total_is_exact: false });
      expect((await list({ tag: 'most' })).body).toMatchObject({ total: 10_000, total_is_exact: false });
      expect((await list({ status: 'archived' })).body).toMatchObject({ total: 3_996, total_is_exact: true });
    });
  });
});

/** As names are compared. */
function fold(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
