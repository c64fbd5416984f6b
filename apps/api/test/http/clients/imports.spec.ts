import {
  LIMITS,
  type ClientDto,
  type ClientImportDto,
  type ImportDto,
  type ImportUndoneDto,
  type PageDto,
} from '@groupless/shared-dto';
import { RetentionService } from '../../../src/retention/retention.service';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const FAMILY = [
  'name,phone,email,notes',
  'Peter Groß,+43 676 1112233,gross@example.at,',
  'Eva Groß,+43 676 1112233,gross@example.at,pays',
  'Tim Groß (Kind),+43 676 1112233,gross@example.at,',
  'Dr. Gross Peter,+436761112233,,',
].join('\n');

describe('imports of clients', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  let viewer: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    operator = await signIn(t, { role: 'operator' });
    viewer = await signIn(t, { role: 'viewer' });
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await t.panel.query('delete from appointments');
    await t.panel.query('delete from clients');
    await t.panel.query('delete from client_imports');
    t.clock.set('2026-11-20T09:30:00.000Z');
  });

  async function imported(file: string, query: object = {}): Promise<ClientImportDto> {
    const answer = await t.http
      .post('/api/clients/import')
      .query(query)
      .set({ ...operator.bearer, 'content-type': 'text/csv' })
      .send(file);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.body as ClientImportDto;
  }

  /** What a dry run says is what is done, but for ids and who is known. */
  async function importedAsSaid(file: string, query: object = {}): Promise<ClientImportDto> {
    const said = await imported(file, { ...query, dry_run: 'true' });
    const done = await imported(file, query);
    const withoutIds = (report: ClientImportDto) =>
      JSON.parse(
        JSON.stringify(report, (key, value: unknown) =>
          key.endsWith('id') || key === 'known' ? undefined : value,
        ),
      ) as object;
    expect(withoutIds(said)).toEqual(withoutIds(done));
    return done;
  }

  async function stored<Row extends object>(columns: string): Promise<Row[]> {
    return (await t.panel.query<Row>(`select ${columns} from clients order by name collate "C"`)).rows;
  }

  async function make(client: Partial<ClientDto> & { allow_duplicate?: boolean }): Promise<ClientDto> {
    const answer = await t.http.post('/api/clients').set(operator.bearer).send(client);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.body as ClientDto;
  }

  const undo = async (id: string | null): Promise<ImportUndoneDto> => {
    const answer = await t.http.post(`/api/clients/imports/${id}/undo`).set(operator.bearer);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.body as ImportUndoneDto;
  };

  const rowsOf = async (id: string | null) => {
    const answer = await t.http.get(`/api/clients/imports/${id}/rows`).set(operator.bearer).expect(200);
    return (answer.body as { items: object[] }).items;
  };

  describe('families', () => {
    it('are people of their own, whose contact within a file is shared; a repeat is one', async () => {
      const done = await importedAsSaid(FAMILY);
      expect(done).toMatchObject({ created: 3, skipped: 1, failed: [], shared_total: 2, not_made_total: 1 });
      const peter = { id: expect.any(String) as unknown, row: 2, name: 'Peter Groß' };
      expect(done.shared).toEqual([
        { row: 3, name: 'Eva Groß', with: peter },
        { row: 4, name: 'Tim Groß (Kind)', with: peter },
      ]);
      expect(done.not_made).toEqual([{ row: 5, reason: 'repeated', with: peter }]);
      expect(await stored('name, phone, email, shared_phone, shared_email, notes')).toEqual([
        {
          ...{ name: 'Eva Groß', phone: null, email: null, notes: 'pays' },
          ...{ shared_phone: '+436761112233', shared_email: 'gross@example.at' },
        },
        {
          ...{ name: 'Peter Groß', phone: '+436761112233', email: 'gross@example.at' },
          ...{ shared_phone: null, shared_email: null, notes: '' },
        },
        {
          ...{ name: 'Tim Groß (Kind)', phone: null, email: null, notes: '' },
          ...{ shared_phone: '+436761112233', shared_email: 'gross@example.at' },
        },
      ]);
    });

    it('are known the second time, all of them, and stay as they are', async () => {
      await imported(FAMILY);
      const again = await importedAsSaid(FAMILY);
      expect(again).toMatchObject({ created: 0, skipped: 4 });
      expect(again.not_made.map(({ reason, with: other }) => [reason, other?.name, other?.row])).toEqual([
        ['known', 'Peter Groß', null],
        ['known', 'Eva Groß', null],
        ['known', 'Tim Groß (Kind)', null],
        ['known', 'Peter Groß', null],
      ]);
      const before = await stored('name, phone, shared_phone, version');
      await importedAsSaid(FAMILY.split('\n').slice(0, 4).join('\n'), { update: 'true' });
      expect(await stored('name, phone, shared_phone, version')).toEqual(before);
    });

    it('come back from an export as they were', async () => {
      await imported(FAMILY);
      const columns = 'id, name, phone, email, shared_phone, shared_email';
      const before = await stored(columns);
      const { text } = await t.http.get('/api/clients/export.csv').set(operator.bearer).expect(200);
      await t.panel.query('delete from clients');
      expect(await imported(text)).toMatchObject({ created: 3, failed: [] });
      expect(await stored(columns)).toEqual(before);
    });

    it('of a client who was here before are asked for', async () => {
      const peter = await make({ name: 'Peter Groß', phone: '+436761112233' });
      const file = 'name,phone\nEva Groß,0676 1112233\n';
      const country = 'AT';
      const asked = await importedAsSaid(file, { country });
      expect(asked.not_made).toEqual([
        { row: 2, reason: 'other_name', with: { id: peter.id, row: null, name: 'Peter Groß' } },
      ]);
      const same = await importedAsSaid(file, { country, shared_contacts: 'same_person' });
      expect(same).toMatchObject({ created: 0, not_made: [{ reason: 'known' }] });
      const own = await importedAsSaid(file, { country, shared_contacts: 'own_client' });
      expect(own).toMatchObject({
        created: 1,
        shared: [{ row: 2, name: 'Eva Groß', with: { id: peter.id } }],
      });
      expect(await stored('name, phone, shared_phone')).toEqual([
        { name: 'Eva Groß', phone: null, shared_phone: '+436761112233' },
        { name: 'Peter Groß', phone: '+436761112233', shared_phone: null },
      ]);
    });

    it('are changed by name: with update another name fails, unless it is said whose it is', async () => {
      await make({ name: 'Peter Groß', phone: '+436761112233' });
      const file = 'name,phone,company\nEva Groß,+436761112233,ACME\n';
      const failed = [{ row: 2, field: 'name', code: 'not_allowed' }];
      expect(await importedAsSaid(file, { update: 'true' })).toMatchObject({ failed, not_made: [] });
      expect(await importedAsSaid(file, { update: 'true', shared_contacts: 'own_client' })).toMatchObject({
        created: 1,
        failed: [],
      });
      expect(await importedAsSaid(file.replace('ACME', 'B'), { update: 'true' })).toMatchObject({
        ...{ created: 0, updated: 1, failed: [] },
      });
      expect(await stored('name, phone, shared_phone, company')).toEqual([
        { name: 'Eva Groß', phone: null, shared_phone: '+436761112233', company: 'B' },
        { name: 'Peter Groß', phone: '+436761112233', shared_phone: null, company: '' },
      ]);
    });

    it('know a former name, and a part of a name of two words', async () => {
      const { id } = await make({ name: 'Anna Maria Müller', email: 'a@example.com' });
      await t.http.patch(`/api/clients/${id}`).set(operator.bearer).send({ name: 'Anna Maria Berger' });
      const reasons = async (name: string) =>
        (await importedAsSaid(`name,email\n"${name}",A@example.com\n`)).not_made.map(({ reason }) => reason);
      expect(await reasons('Mueller, Anna Maria')).toEqual(['known']);
      expect(await reasons('Mag. Muller Maria Anna')).toEqual(['known']);
      expect(await reasons('Anna Berger')).toEqual(['similar_name']);
      expect(await reasons('Anna')).toEqual(['other_name']);
    });

    it('share until a person gives one the contact', async () => {
      await imported(FAMILY);
      const [eva] = await stored<{ id: string }>('id');
      const patch = (body: object) => t.http.patch(`/api/clients/${eva?.id}`).set(operator.bearer).send(body);
      const { body } = await patch({ phone: '+436761112233', allow_duplicate: true }).expect(200);
      expect(body).toMatchObject({
        phone: '+436761112233',
        shared_phone: null,
        shared_email: 'gross@example.at',
      });
      expect((await patch({ shared_email: null }).expect(200)).body).toMatchObject({ shared_email: null });
      expectProblem(await patch({ shared_phone: 'none' }), 400, 'invalid_phone');
    });
  });

  it('read numbers of the country that is said', async () => {
    const file = 'name,phone\nAnna,0664 1234567\nBo,6602377906\n';
    await importedAsSaid(file, { country: 'AT' });
    expect(await stored('name, phone')).toEqual([
      { name: 'Anna', phone: '+436641234567' },
      { name: 'Bo', phone: '+436602377906' },
    ]);
    const answer = await t.http
      .post('/api/clients/import?country=at')
      .set({ ...operator.bearer, 'content-type': 'text/csv' })
      .send(file);
    expectProblem(answer, 400, 'invalid_request');
  });

  it('say of which names the file has lost letters, and take them as they are', async () => {
    const done = await importedAsSaid('name\n?ukasz Moser\n?ur?a Reiter\nAnna (?)\nWho?\nGru\uFFFDber\n');
    expect([done.created, done.warnings]).toEqual([
      5,
      [2, 3, 6].map((row) => ({ row, field: 'name', code: 'lost_letters' })),
    ]);
    expect((await stored<{ name: string }>('name')).map(({ name }) => name)).toContain('?ur?a Reiter');
  });

  describe('with keep_unreadable', () => {
    const keep = { keep_unreadable: 'true', country: 'AT' };

    it('keep a cell that cannot be read in the notes, once, and its row', async () => {
      const file = [
        'name,phone,other_phones,email,language,tags,notes',
        'Anna,"6,64003E+11",,keine,,,old',
        'Bo,0664 1234567,nobody,b@example,Klingonisch??,,',
        'Cy,-,,"a@example.at; b@example.at",,,',
        'Dora,0664 1234568 od. 0664 1234569,,,,,',
      ].join('\n');
      const done = await importedAsSaid(file, keep);
      expect(done).toMatchObject({ created: 4, failed: [] });
      expect(done.warnings).toEqual([
        { row: 2, field: 'phone', code: 'shortened' },
        { row: 3, field: 'other_phones', code: 'invalid_phone' },
        { row: 3, field: 'email', code: 'invalid_format' },
        { row: 3, field: 'language', code: 'invalid_format' },
        { row: 4, field: 'email', code: 'invalid_format' },
      ]);
      expect(await stored('name, phone, email, notes')).toEqual([
        { name: 'Anna', phone: null, email: null, notes: 'old\nphone in the file: 6,64003E+11' },
        {
          ...{ name: 'Bo', phone: '+436641234567', email: null },
          notes:
            'other_phones in the file: nobody\nemail in the file: b@example\nlanguage in the file: Klingonisch??',
        },
        {
          name: 'Cy',
          phone: null,
          email: 'a@example.at',
          notes: 'email in the file: a@example.at; b@example.at',
        },
        { name: 'Dora', phone: '+436641234568', email: null, notes: '' },
      ]);
      const update = { ...keep, update: 'true' };
      await importedAsSaid('name,phone,email\nBo,0664 1234567,b@example\n', update);
      const [{ notes }] = (await stored<{ notes: string }>('notes')).slice(1) as [{ notes: string }];
      expect(notes.match(/b@example/g)).toHaveLength(1);
    });

    it('call a row without a name by its number or email, and fail what cannot be kept', async () => {
      const file =
        'id,name,phone,email,status\n,,0664 1234567,,\n,,,x@example.com,\n,,,,lead\n,A,,,vip\nx,B,,,\n';
      const done = await importedAsSaid(file, keep);
      expect(done.failed).toEqual([
        { row: 4, field: 'name', code: 'required' },
        { row: 5, field: 'status', code: 'not_allowed' },
        { row: 6, field: 'id', code: 'invalid_format' },
      ]);
      expect(await stored('name')).toEqual([{ name: '+436641234567' }, { name: 'x@example.com' }]);
    });
  });

  it('are listed, with what became of each row, without a text of the file', async () => {
    await make({ name: 'Known', phone: '+12125550123' });
    const file = 'name,phone,status\nJana,,\nKnown,+12125550123,\nX,,vip\nJim,12125550123,\n';
    const { import_id } = await imported(file);
    const { body } = await t.http.get('/api/clients/imports').set(operator.bearer).expect(200);
    expect(body).toMatchObject({
      items: [
        {
          ...{ id: import_id, at: '2026-11-20T09:30:00.000Z', by: expect.any(String) as unknown },
          ...{ created: 1, updated: 0, skipped: 2, failed: 1, undone_at: null, undone_by: null },
        },
      ],
      total: 1,
    });
    expect(await rowsOf(import_id)).toMatchObject([
      { row: 2, outcome: 'created', name: 'Jana', with: null },
      { row: 3, outcome: 'not_made', code: 'known', with: { name: 'Known', row: null } },
      { row: 4, outcome: 'failed', field: 'status', code: 'not_allowed' },
      { row: 5, outcome: 'not_made', code: 'other_name', with: { name: 'Known' } },
    ]);
    await imported(file, { dry_run: 'true' });
    expect((await t.http.get('/api/clients/imports').set(operator.bearer)).body).toMatchObject({ total: 1 });
    expectProblem(await t.http.get('/api/clients/imports').set(viewer.bearer), 403, 'forbidden');
    const nobody = '0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f11';
    expectProblem(
      await t.http.get(`/api/clients/imports/${nobody}/rows`).set(operator.bearer),
      404,
      'not_found',
    );
  });

  describe('that are taken back', () => {
    it('delete whom they made, unless something belongs to them, and say who stays', async () => {
      const names = ['Changed', 'Booked', 'Gone', 'Shared Phone'];
      const phones = ['+436641000001', '+436641000002', '+436641000003', '+436641000003'];
      const { import_id } = await imported(
        `name,phone\n${names.map((name, at) => `${name},${phones[at]}`).join('\n')}\n`,
      );
      const ids = new Map(
        (await stored<{ id: string; name: string }>('id, name')).map(({ id, name }) => [name, id]),
      );
      await t.http
        .patch(`/api/clients/${ids.get('Changed')}`)
        .set(operator.bearer)
        .send({ notes: 'x' });
      await t.panel.query(
        `insert into appointments (id, client_id, title, starts_at, ends_at, status, source, resource_id, resource)
         select gen_random_uuid(), $1, 'x', '2026-12-01T09:00Z', '2026-12-01T10:00Z', 'confirmed', 'panel', id, name
         from resources limit 1`,
        [ids.get('Booked')],
      );
      const done = await undo(import_id);
      expect(done).toMatchObject({ already_undone: false, deleted: 2, put_back: 0, left_total: 2 });
      expect(done.left.map(({ name, why }) => [name, why]).sort()).toEqual([
        ['Booked', 'in_use'],
        ['Changed', 'changed'],
      ]);
      expect(await stored('name')).toEqual([{ name: 'Booked' }, { name: 'Changed' }]);
      expect(await undo(import_id)).toMatchObject({ already_undone: true, deleted: 0, left: [] });
      const { body } = await t.http.get('/api/clients/imports').set(operator.bearer);
      expect(body).toMatchObject({
        items: [{ undone_at: '2026-11-20T09:30:00.000Z', undone_by: expect.any(String) as unknown }],
      });
      const { rows } = await t.panel.query(
        `select details from audit_events where action = 'clients.import_undone' order by id desc limit 1`,
      );
      expect(rows).toEqual([{ details: { deleted: 2, put_back: 0, left: 2 } }]);
    });

    it('give clients whom they changed the fields back that nobody changed since', async () => {
      const file = (company: string, notes: string) =>
        `name,email,company,notes\nAda,a@example.com,${company},${notes}\n`;
      await imported(file('One', 'first'));
      const { import_id, updated } = await imported(file('Two', 'second'), { update: 'true' });
      expect(updated).toBe(1);
      const [ada] = await stored<{ id: string }>('id');
      await t.http.patch(`/api/clients/${ada?.id}`).set(operator.bearer).send({ notes: 'third' });
      expect(await undo(import_id)).toMatchObject({ deleted: 0, put_back: 1, left: [] });
      expect(await stored('company, notes')).toEqual([{ company: 'One', notes: 'third' }]);
    });

    it('leave a chat that was tied by its number, without its client', async () => {
      const { import_id } = await imported('name,phone\nAda,+436641000001\n');
      const [ada] = await stored<{ id: string }>('id');
      await t.panel.query(
        `insert into conversations (id, channel, chat_id, status, client_id, created_at, updated_at, last_message_at)
         values (gen_random_uuid(), 'web', 'import-undo', 'open', $1, '2026-11-01T09:00Z', '2026-11-01T09:00Z', '2026-11-01T09:00Z')`,
        [ada?.id],
      );
      expect(await undo(import_id)).toMatchObject({ deleted: 1, left: [] });
      const { rows } = await t.panel.query(
        `select client_id from conversations where chat_id = 'import-undo'`,
      );
      expect(rows).toEqual([{ client_id: null }]);
      await t.panel.query(`delete from conversations where chat_id = 'import-undo'`);
    });

    it('have the name of the file as long as they can be, and no longer', async () => {
      const list = async () => {
        // Whose session of then has ended by the later times.
        const { bearer } = await signIn(t, { role: 'operator' });
        const { body } = await t.http.get('/api/clients/imports').set(bearer).expect(200);
        return (body as PageDto<ImportDto>).items;
      };
      const { import_id } = await imported('name\nAda\n', { file_name: 'outlook-de.csv' });
      await imported('name\nBo\n');
      expect((await list()).map(({ file_name }) => file_name)).toEqual([null, 'outlook-de.csv']);
      const tooLong = { file_name: 'a'.repeat(LIMITS.file_name.max + 1) };
      const refused = t.http.post('/api/clients/import').query(tooLong);
      expectProblem(
        await refused.set({ ...operator.bearer, 'content-type': 'text/csv' }).send('name\nCy\n'),
        400,
        'invalid_request',
      );
      t.clock.set('2026-12-20T09:30:00.000Z');
      await t.app.get(RetentionService).removeOld();
      expect((await list())[1]).toMatchObject({ id: import_id, file_name: 'outlook-de.csv' });
      t.clock.set('2026-12-20T09:30:00.001Z');
      await t.app.get(RetentionService).removeOld();
      expect((await list())[1]).toMatchObject({ id: import_id, file_name: null, created: 1 });
      operator = await signIn(t, { role: 'operator' });
    });

    it('are so for 30 days, and by one of two who ask at once', async () => {
      const { import_id } = await imported('name\nAda\nBo\n');
      const setTime = (at: string) => t.panel.query('update client_imports set at = $1', [at]);
      await setTime('2026-10-21T09:29:00.000Z');
      const late = t.http.post(`/api/clients/imports/${import_id}/undo`).set(operator.bearer);
      expectProblem(await late, 409, 'too_late');
      await setTime('2026-10-21T09:30:00.000Z');
      const [one, other] = await Promise.all([undo(import_id), undo(import_id)]);
      expect(one.deleted + other.deleted).toBe(2);
      expect(await stored('name')).toEqual([]);
    });
  });
});
