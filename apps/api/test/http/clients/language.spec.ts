import type { ClientDto, ClientImportDto } from '@groupless/shared-dto';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { emptyTables } from '../../harness/databases/empty-tables';

describe('the language of a client', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    operator = await signIn(t, { role: 'operator' });
  });
  afterAll(() => t.close());
  beforeEach(() => emptyTables(t.panel, 'clients'));

  const make = async (client: object) =>
    (await t.http.post('/api/clients').set(operator.bearer).send(client).expect(201)).body as ClientDto;
  const patch = (id: string, fields: object) =>
    t.http.patch(`/api/clients/${id}`).set(operator.bearer).send(fields);
  const get = async (id: string) =>
    (await t.http.get(`/api/clients/${id}`).set(operator.bearer).expect(200)).body as ClientDto;
  const load = async (csv: string, query: object = {}) => {
    const request = t.http.post('/api/clients/import').query(query);
    const answer = await request
      .set({ ...operator.bearer, 'content-type': 'text/csv' })
      .send(csv)
      .expect(200);
    return answer.body as ClientImportDto;
  };

  it('is nobody’s at first, is stored as a tag, and goes again', async () => {
    const [anna, ben] = [await make({ name: 'Anna', language: 'de-AT' }), await make({ name: 'Ben' })];
    expect([anna.language, ben.language]).toEqual(['de-AT', null]);
    await patch(ben.id, { language: 'fr' }).expect(200);
    await patch(anna.id, { language: null }).expect(200);
    expect([(await get(anna.id)).language, (await get(ben.id)).language]).toEqual([null, 'fr']);
  });

  it.each(['german language', 'DE-at', '', 'x', 7, 'deutsch', 'xx', 'klingon'])(
    'is no %j',
    async (language) => {
      const { id } = await make({ name: 'Anna', language: 'ru' });
      expectProblem(await patch(id, { language }), 400, 'invalid_request');
      expect((await get(id)).language).toBe('ru');
    },
  );

  it('that is stored may stay, though nobody knows it', async () => {
    const { id } = await make({ name: 'Anna', language: 'ru' });
    await t.panel.query(`update clients set language = 'klingon' where id = $1`, [id]);
    await patch(id, { language: 'klingon', company: 'Ship' }).expect(200);
    expectProblem(await patch(id, { language: 'deutsch' }), 400, 'invalid_request');
    expect(await get(id)).toMatchObject({ language: 'klingon', company: 'Ship' });
  });

  it('is known by its name in a file', async () => {
    const csv = 'name,language\nAnna,Deutsch\nBen,Français\nCleo,klingon\nDan,Russian\n';
    const { warnings } = await load(csv, { keep_unreadable: true });
    expect(warnings).toEqual([{ row: 4, field: 'language', code: 'invalid_format' }]);
    const { body } = await t.http.get('/api/clients?sort=name').set(operator.bearer).expect(200);
    const { items } = body as { items: ClientDto[] };
    const languages = items.map((one) => [one.name, one.language]);
    expect(Object.fromEntries(languages)).toEqual({ Anna: 'de', Ben: 'fr', Cleo: null, Dan: 'ru' });
  });

  it('is in the history, and can be put back', async () => {
    const { id } = await make({ name: 'Anna', language: 'es' });
    await patch(id, { language: 'fr' }).expect(200);
    const path = `/api/clients/${id}/history`;
    const { body } = await t.http.get(path).set(operator.bearer).expect(200);
    expect(body.items[0].changes).toEqual([{ field: 'language', before: 'es', after: 'fr' }]);
    await t.http.post(`${path}/${body.items[0].version}/put-back`).set(operator.bearer).send({}).expect(200);
    expect((await get(id)).language).toBe('es');
  });

  it('goes out with an export and comes back with an import', async () => {
    const { id } = await make({ name: 'Anna', language: 'de-AT' });
    const { text } = await t.http.get('/api/clients/export.csv').set(operator.bearer).expect(200);
    await emptyTables(t.panel, 'clients');
    expect(await load(text)).toMatchObject({ created: 1, failed: [] });
    expect((await get(id)).language).toBe('de-AT');
  });

  it('of a row of a file is read in any spelling, and what is none leaves that row out alone', async () => {
    const read = await load('name,language\nAnna,DE-at\nBen,\nCleo,no language\nDora,ru');
    expect(read).toMatchObject({
      created: 3,
      failed: [{ row: 4, field: 'language', code: 'invalid_format' }],
    });
    const { rows } = await t.panel.query('select name, language from clients order by name');
    expect(rows).toEqual([
      { name: 'Anna', language: 'de-AT' },
      { name: 'Ben', language: null },
      { name: 'Dora', language: 'ru' },
    ]);
  });

  it('is changed by an import that changes clients, and stays where its cell is empty', async () => {
    const anna = await make({ name: 'Anna', phone: '+436641000001', language: 'de' });
    const ben = await make({ name: 'Ben', phone: '+436641000002', language: 'es' });
    const csv = 'name,phone,language\nAnna,+436641000001,fr\nBen,+436641000002,';
    expect(await load(csv, { update: 'true' })).toMatchObject({ updated: 1 });
    expect([(await get(anna.id)).language, (await get(ben.id)).language]).toEqual(['fr', 'es']);
  });

  it('is taken over by a merge where the one that stays has none, and parts with its undo', async () => {
    const [kept, other] = [await make({ name: 'Anna' }), await make({ name: 'A. Novak', language: 'ru' })];
    const path = `/api/clients/${kept.id}/merges`;
    const merged = await t.http.post(path).set(operator.bearer).send({ client_id: other.id }).expect(201);
    expect((await get(kept.id)).language).toBe('ru');
    await t.http.post(`${path}/${merged.body.id}/undo`).set(operator.bearer).expect(200);
    expect([(await get(kept.id)).language, (await get(other.id)).language]).toEqual([null, 'ru']);
  });
});
