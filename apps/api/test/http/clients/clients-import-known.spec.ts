import type { ClientDto, ClientImportDto, KnownClients } from '@groupless/shared-dto';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const FAMILY = '+436761112233';
const A = '+436641000001';
const B = '+436641000002';

/** A family with one number, two people of one name, and one of them twice. */
const FILE = [
  'name,phone,email,company,notes',
  `Peter Groß,${FAMILY},gross@example.at,New Ltd,pays cash`,
  `Eva Groß,${FAMILY},,New Ltd,`,
  `Anna Huber,${A},anna@example.at,,once`,
  `Huber Anna,${B},second@example.at,,`,
  `Anna Huber,${A},anna@example.at,,twice`,
  `Nora Neu,,nora@example.at,,`,
].join('\n');

describe('an import of a file whose clients are known in part', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    operator = await signIn(t, { role: 'operator' });
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await t.panel.query('delete from clients');
    await make({ name: 'Peter Groß', phone: FAMILY, email: 'gross@example.at', company: 'Old Ltd' });
    await make({ name: 'Eva Groß', notes: 'allergic' });
    await t.panel.query(`update clients set shared_phone = $1 where name = 'Eva Groß'`, [FAMILY]);
    await make({ name: 'Anna Huber', phone: A });
    await make({ name: 'Anna Huber', email: 'second@example.at', notes: 'the second' });
  });

  async function make(client: Partial<ClientDto>): Promise<ClientDto> {
    const request = { ...client, allow_duplicate: true };
    const answer = await t.http.post('/api/clients').set(operator.bearer).send(request).expect(201);
    return answer.body as ClientDto;
  }

  const send = (file: string, query: object) =>
    t.http
      .post('/api/clients/import')
      .query(query)
      .set({ ...operator.bearer, 'content-type': 'text/csv' })
      .send(file);

  async function imported(file: string, query: object): Promise<ClientImportDto> {
    return (await send(file, query).expect(200)).body as ClientImportDto;
  }

  async function stored(): Promise<unknown[]> {
    const { rows } = await t.panel.query<ClientDto>(
      `select name, phone, email, company, notes from clients order by name collate "C", phone, created_at`,
    );
    return rows.map(({ name, phone, email, company, notes }) => [name, phone, email, company, notes]);
  }

  const EVA = ['Eva Groß', null, null, '', 'allergic'];
  const PETER = ['Peter Groß', FAMILY, 'gross@example.at', 'Old Ltd', ''];
  const NORA = ['Nora Neu', null, 'nora@example.at', '', ''];
  const AFTER: Record<KnownClients, unknown[]> = {
    skip: [
      ['Anna Huber', A, null, '', ''],
      ['Anna Huber', null, 'second@example.at', '', 'the second'],
      ...[EVA, NORA, PETER],
    ],
    fill: [
      ['Anna Huber', A, 'anna@example.at', '', 'twice'],
      ['Anna Huber', B, 'second@example.at', '', 'the second'],
      ['Eva Groß', null, null, 'New Ltd', 'allergic'],
      NORA,
      ['Peter Groß', FAMILY, 'gross@example.at', 'Old Ltd', 'pays cash'],
    ],
    overwrite: [
      ['Anna Huber', A, 'anna@example.at', '', 'twice'],
      ['Eva Groß', null, null, 'New Ltd', 'allergic'],
      ['Huber Anna', B, 'second@example.at', '', 'the second'],
      NORA,
      ['Peter Groß', FAMILY, 'gross@example.at', 'New Ltd', 'pays cash'],
    ],
  };

  it.each(['skip', 'fill', 'overwrite'] as const)(
    'says by what they are known, and does: %s',
    async (known) => {
      const said = await imported(FILE, { known, dry_run: 'true' });
      expect(said.known).toEqual({ id: 0, phone: 3, email: 1, both: 1 });
      const done = await imported(FILE, { known });
      for (const { created, updated, skipped, failed } of [said, done])
        expect({ created, updated, skipped, failed }).toEqual({
          ...{ created: 1, failed: [] },
          // A client of two rows is changed once.
          ...(known === 'skip' ? { updated: 0, skipped: 5 } : { updated: 4, skipped: 1 }),
        });
      expect(done).not.toHaveProperty('known');
      expect(await stored()).toEqual(AFTER[known]);
      const again = await imported(FILE, { known });
      expect([again.created, again.updated]).toEqual([0, 0]);
    },
  );

  it('does by `update` what it did, unless `known` is sent', async () => {
    await imported(FILE, { update: 'false' });
    expect(await stored()).toEqual(AFTER.skip);
    await imported(FILE, { update: 'true', known: 'skip' });
    expect(await stored()).toEqual(AFTER.skip);
    await imported(FILE, { update: 'true' });
    expect(await stored()).toEqual(AFTER.overwrite);
    expectProblem(await send(FILE, { known: 'replace' }), 400, 'invalid_request');
  });

  it('fills no number beside another one, and knows by the id', async () => {
    await t.panel.query('delete from clients');
    const { id } = await make({ name: 'Ida', phone: A, tags: ['vip'] });
    const file = ['id,name,phone,other_phones,tags,language', `${id},Ida Other,${B},${FAMILY},new,de`].join(
      '\n',
    );
    const said = await imported(file, { known: 'fill', dry_run: 'true', changes: 'true' });
    expect(said.known).toEqual({ id: 1, phone: 0, email: 0, both: 0 });
    expect(said.changes?.map(({ field }) => field)).toEqual(['language', 'other_phones']);
    await imported(file, { known: 'fill' });
    const { rows } = await t.panel.query<object>(
      'select name, phone, other_phones, tags, language from clients',
    );
    expect(rows).toEqual([
      {
        ...{ name: 'Ida', phone: A, tags: ['vip'], language: 'de' },
        other_phones: [{ phone: FAMILY, label: '' }],
      },
    ]);
  });

  it('fills the notes with what could not be read where there are none', async () => {
    await t.panel.query('delete from clients');
    await make({ name: 'Ida', phone: A });
    await make({ name: 'Bo', phone: B, notes: 'Kind' });
    const file = ['name,phone,email', `Ida,${A},ida@`, `Bo,${B},bo@`].join('\n');
    const { warnings } = await imported(file, { known: 'fill', keep_unreadable: 'true' });
    expect(warnings.map(({ row, field }) => [row, field])).toEqual([
      [2, 'email'],
      [3, 'email'],
    ]);
    const { rows } = await t.panel.query<object>('select notes from clients order by name');
    expect(rows).toEqual([{ notes: 'Kind' }, { notes: 'email in the file: ida@' }]);
  });
});
