import type { ClientDto, ClientImportDto } from '@groupless/shared-dto';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const A = '+436641000001';
const B = '+436641000002';
const C = '+436641000003';

/** A dry run makes nobody whose id it could say, and alone says who is known. */
function withoutIds(report: ClientImportDto): unknown {
  return JSON.parse(
    JSON.stringify(report, (key, value: unknown) =>
      /^(?:import_)?id$|^known$/.test(key) ? undefined : value,
    ),
  );
}

describe('an import that changes clients', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    operator = await signIn(t, { role: 'operator' });
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await t.panel.query('delete from clients');
    await t.panel.query('delete from client_merges');
  });

  /** What a dry run says, and then does. */
  const update = (...rows: string[]) => updateBy({}, ...rows);

  async function updateBy(how: object, ...rows: string[]): Promise<ClientImportDto> {
    const send = async (query: object) => {
      const answer = await t.http
        .post('/api/clients/import')
        .query({ update: 'true', ...how, ...query })
        .set({ ...operator.bearer, 'content-type': 'text/csv' })
        .send(rows.join('\n'));
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
      return answer.body as ClientImportDto;
    };
    const said = await send({ dry_run: 'true' });
    const done = await send({});
    expect(withoutIds(said)).toEqual(withoutIds(done));
    return done;
  }

  async function make(client: Partial<ClientDto>): Promise<ClientDto> {
    const answer = await t.http
      .post('/api/clients')
      .set(operator.bearer)
      .send({ ...client, allow_duplicate: true });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.body as ClientDto;
  }

  async function stored(columns: string): Promise<object[]> {
    return (await t.panel.query<object>(`select ${columns} from clients order by name collate "C"`)).rows;
  }

  const numbersOf = (rows: object[]) =>
    (rows as Pick<ClientDto, 'name' | 'phone' | 'other_phones'>[]).map(({ name, phone, other_phones }) => [
      name,
      phone,
      ...other_phones.map((other) => other.phone),
    ]);

  it('is no older change than the one before, whenever it began', async () => {
    const { id, updated_at } = await make({ name: 'Ada', phone: A });
    t.clock.set(new Date(Date.parse(updated_at) - 60_000));
    expect(await update('name,phone,company', `Ada,${A},ACME`)).toMatchObject({ updated: 1 });
    t.clock.set(new Date());
    const { body } = await t.http.get(`/api/clients/${id}`).set(operator.bearer).expect(200);
    expect(Date.parse((body as ClientDto).updated_at)).toBeGreaterThan(Date.parse(updated_at));
  });

  it('says before which fields of how many clients it changes, with examples', async () => {
    const people = [1, 2, 3, 4].map((end) => `+43664100001${end}`);
    for (const phone of people) await make({ name: `Ada ${phone.at(-1)}`, phone });
    const rows = people.map((phone, at) => `Ada ${phone.at(-1)},${phone},ACME,${at === 0 ? 'VIP' : ''}`);
    const ask = (query: object) =>
      t.http
        .post('/api/clients/import')
        .query({ dry_run: 'true', ...query })
        .set({ ...operator.bearer, 'content-type': 'text/csv' })
        .send(['name,phone,company,tags', ...rows].join('\n'));
    const { body } = await ask({ update: 'true', changes: 'true' }).expect(200);
    const { changes = [] } = body as ClientImportDto;
    expect(changes.map(({ field, clients, examples }) => [field, clients, examples.length])).toEqual([
      ['company', 4, 3],
      ['tags', 1, 1],
    ]);
    expect(changes[0]?.examples[0]).toEqual({
      ...{ client_id: expect.any(String), name: expect.stringMatching(/^Ada \d$/) },
      ...{ before: '', after: 'ACME' },
    });
    expect(changes[1]?.examples[0]).toMatchObject({ name: 'Ada 1', before: [], after: ['VIP'] });
    for (const query of [{ update: 'true' }, { changes: 'true' }])
      expect((await ask(query).expect(200)).body).not.toHaveProperty('changes');
    expect(await stored('company')).toEqual(people.map(() => ({ company: '' })));
  });

  it('gives a phone or an email that two people share to one of them', async () => {
    expect(await update('name,phone', `Maria,${A}`, `Tim,${A}`)).toMatchObject({ created: 2, updated: 0 });
    expect(await update('name,email', 'Ida,family@example.com', 'Ole,family@example.com')).toMatchObject({
      created: 2,
      updated: 0,
    });
    expect(await stored('name, phone, email')).toEqual([
      { name: 'Ida', phone: null, email: 'family@example.com' },
      { name: 'Maria', phone: A, email: null },
      { name: 'Ole', phone: null, email: null },
      { name: 'Tim', phone: null, email: null },
    ]);
  });

  it('leaves alone who is called otherwise, and names the row', async () => {
    await make({ name: 'Maria Huber', phone: A, email: 'maria@example.com' });
    const report = await update(
      'name,phone,email,notes',
      `Tim Huber,${A},,by phone`,
      'Ole,,Maria@example.com,by email',
      'Nobody else,,,',
    );
    const failed = [2, 3].map((row) => ({ row, field: 'name', code: 'not_allowed' }));
    expect(report).toMatchObject({
      import_id: expect.any(String) as unknown,
      created: 1,
      updated: 0,
      skipped: 0,
      failed,
    });
    expect(await stored('name, notes')).toEqual([
      { name: 'Maria Huber', notes: '' },
      { name: 'Nobody else', notes: '' },
    ]);
  });

  it('changes of two people with one number the one whose name fits', async () => {
    await make({ name: 'Maria', phone: A });
    await make({ name: 'Tim', phone: A });
    const report = await update('name,phone,notes', `Tim Huber,${A},son`, `Maria,${A},mother`);
    expect(report).toMatchObject({ updated: 2, failed: [] });
    expect(await stored('name, notes')).toEqual([
      { name: 'Maria', notes: 'mother' },
      { name: 'Tim Huber', notes: 'son' },
    ]);
  });

  it('changes by the email who is called so, where the phone is somebody else’s', async () => {
    await make({ name: 'Maria', phone: A });
    await make({ name: 'Tim', email: 'tim@example.com' });
    expect(await update('name,phone,email,notes', `Tim,${A},tim@example.com,son`)).toMatchObject({
      updated: 1,
    });
    expect(await stored('name, phone, notes')).toEqual([
      { name: 'Maria', phone: A, notes: '' },
      { name: 'Tim', phone: A, notes: 'son' },
    ]);
  });

  it('keeps the first number of who is found by another one', async () => {
    await make({ name: 'Anna', phone: A, other_phones: [{ phone: B, label: 'work' }] });
    expect(await update('name,phone,company', `Anna,${B},ACME`)).toMatchObject({ updated: 1 });
    expect(numbersOf(await stored('name, phone, other_phones'))).toEqual([['Anna', A, B]]);
    const { id: kept } = await make({ name: 'Berta' });
    const { id: merged } = await make({ name: 'Berta', phone: C });
    const merge = t.http.post(`/api/clients/${kept}/merges`).set(operator.bearer);
    await merge.send({ client_id: merged }).expect(201);
    await t.panel.query(`update clients set phone = '+436641000009' where id = $1`, [kept]);
    expect(await update('name,phone,company', `Berta,${C},ACME`)).toMatchObject({ updated: 1 });
    expect(numbersOf(await stored('name, phone, other_phones'))).toEqual([
      ['Anna', A, B],
      ['Berta', '+436641000009'],
    ]);
  });

  it('puts a new number before the former ones, and loses none', async () => {
    await make({
      name: 'Anna',
      phone: A,
      extension: '7',
      email: 'anna@example.com',
      other_phones: [{ phone: B, label: '' }],
    });
    expect(await update('name,phone,email', `Anna,${C} ext. 12,anna@example.com`)).toMatchObject({
      updated: 1,
    });
    const [anna] = await stored('name, phone, extension, other_phones');
    expect(anna).toMatchObject({
      phone: C,
      extension: '12',
      other_phones: [
        { phone: B, label: '' },
        { phone: A, label: 'ext. 7' },
      ],
    });
    const many = [10, 11, 12, 13, 14].map((end) => ({ phone: `+4366410000${end}`, label: '' }));
    await make({ name: 'Berta', phone: A, email: 'berta@example.com', other_phones: many });
    await update('name,phone,email', `Berta,${C},berta@example.com`);
    const [, berta] = await stored('name, phone, other_phones');
    expect(berta).toMatchObject({ phone: A, other_phones: many });
  });

  it('takes the second number and the extension of a phone’s cell', async () => {
    await make({ name: 'Anna', phone: A, extension: '7', other_phones: [{ phone: B, label: 'work' }] });
    await update('name,phone', `Anna,${A} DW 33`);
    expect(await stored('phone, extension')).toEqual([{ phone: A, extension: '33' }]);
    await update('name,phone', `Anna,${A} / ${C}`);
    expect(numbersOf(await stored('name, phone, extension, other_phones'))).toEqual([['Anna', A, B, C]]);
  });

  it('takes the place of further numbers, or adds to them where that is asked for', async () => {
    await make({ name: 'Anna', phone: A, other_phones: [{ phone: B, label: 'work' }] });
    const row = ['name,phone,other_phones', `Anna,${A},${C} (Mother)`];
    await updateBy({ add_phones: 'true' }, ...row);
    expect(await stored('phone, other_phones')).toEqual([
      {
        phone: A,
        other_phones: [
          { phone: B, label: 'work' },
          { phone: C, label: 'Mother' },
        ],
      },
    ]);
    await update(...row);
    expect(numbersOf(await stored('name, phone, other_phones'))).toEqual([['Anna', A, C]]);
  });

  it('takes a row with an id at its word: the phone is another one, and its extension goes', async () => {
    const { id } = await make({
      name: 'Anna',
      phone: A,
      extension: '7',
      other_phones: [{ phone: B, label: '' }],
    });
    expect(await update('id,name,phone', `${id},Anna,${B}`)).toMatchObject({ updated: 1 });
    expect(await stored('phone, extension, other_phones')).toEqual([
      { phone: B, extension: null, other_phones: [] },
    ]);
  });

  it('is one event for outbound webhooks', async () => {
    await make({ name: 'Anna', phone: A });
    await t.panel.query(
      `insert into hook_events values ('client.updated'), ('clients.imported') on conflict do nothing`,
    );
    await t.panel.query('delete from hook_outbox');
    expect(await update('name,phone,company', `Anna,${A},ACME`)).toMatchObject({ updated: 1 });
    const { rows } = await t.panel.query('select type from hook_outbox order by id');
    await t.panel.query('delete from hook_events');
    expect(rows).toEqual([{ type: 'clients.imported' }]);
  });
});
