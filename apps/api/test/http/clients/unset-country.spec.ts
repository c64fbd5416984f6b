import type {
  AppointmentDto,
  ChatAgentSettingsDto,
  ClientDto,
  ClientImportDto,
  ConversationDto,
  PageDto,
  PhonesReadDto,
  ReplacedChatAgentSettingsDto,
  SavedClientDto,
} from '@groupless/shared-dto';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { asInstalled, AS_AGENT, bookingAt, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { emptyTables } from '../../harness/databases/empty-tables';
import { expectProblem, refusedFields } from '../../harness/http/problems';

/** A Monday. */
const NOW = '2027-03-01T08:00:00.000Z';
const SETTINGS = '/api/settings/chat-agent';

describe('while nobody has chosen a country', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set(NOW);
  });
  beforeEach(async () => {
    await emptyTables(t.panel, 'clients', 'appointments', 'conversations', 'client_merges');
    admin = await signIn(t);
    await asInstalled(t);
  });
  afterAll(() => t.close());

  const settings = async () =>
    (await t.http.get(SETTINGS).set(admin.bearer).expect(200)).body as ChatAgentSettingsDto;
  const put = async (changes: object) =>
    t.http
      .put(SETTINGS)
      .set(admin.bearer)
      .send({ ...(await settings()), ...changes });
  const make = async (client: object) =>
    (await t.http.post('/api/clients').set(admin.bearer).send(client).expect(201)).body as SavedClientDto;
  const find = async (query: object) =>
    ((await t.http.get('/api/clients').query(query).set(admin.bearer).expect(200)).body as PageDto<ClientDto>)
      .items;
  const importFile = async (...lines: string[]) => {
    const headers = { ...admin.bearer, 'content-type': 'text/csv' };
    const sent = t.http.post('/api/clients/import').set(headers).send(lines.join('\n'));
    return (await sent.expect(200)).body as ClientImportDto;
  };
  const read = async (request: object, user = admin) =>
    (await t.http.post('/api/clients/phones/read').set(user.bearer).send(request).expect(200))
      .body as PhonesReadDto;

  describe('a number', () => {
    it.each([
      ['0664 1234567', null, '0664 1234567'],
      ['6602377906', null, '6602377906'],
      ['436641234567', null, '436641234567'],
      ['(212) 555-0123', null, '(212) 555-0123'],
      ['Mobil: 0664/123 45 67 (Mutter)', null, 'Mobil: 0664/123 45 67 (Mutter)'],
      ['+43 664 1234567', '+436641234567', null],
      ['0043 664 1234567', '+436641234567', null],
      ['tel:0664-1234567;phone-context=+43', '+436641234567', null],
      ['+43 664 1234567 / 01 5341517', '+436641234567', '01 5341517'],
    ])('%j is %s, and as given %s', async (text, phone, phone_as_given) => {
      const { warnings, ...client } = await make({ name: 'Anna', phone: text });
      expect(client).toMatchObject({ phone, phone_as_given });
      const codes = (warnings ?? []).map(({ code }) => code);
      expect(codes).toEqual(phone_as_given === null ? [] : ['phone_country_unknown']);
    });

    it.each(['1234', 'call me', '0664 x y 12', '+1'])('that is none is refused: %j', async (phone) => {
      const sent = t.http.post('/api/clients').set(admin.bearer).send({ name: 'Anna', phone });
      expectProblem(await sent, 400, 'invalid_phone');
    });

    it('without a country is of nobody, is found by its digits, and is exported', async () => {
      const anna = await make({ name: 'Anna', phone: '0664/123 45 67' });
      await make({ name: 'Eva', phone: '0664 1234567' });
      for (const search of ['06641234567', '0664 123', '664 123', '1234567'])
        expect((await find({ search })).map(({ name }) => name)).toEqual(['Anna', 'Eva']);
      const csv = await t.http.get('/api/clients/export.csv').set(admin.bearer).expect(200);
      expect(csv.text).toContain('0664/123 45 67');
      const path = `/api/clients/${anna.id}`;
      const changed = await t.http.patch(path).set(admin.bearer).send({ phone: null }).expect(200);
      expect(changed.body).toMatchObject({ phone: null, phone_as_given: null });
    });

    it('of a file stays as it is given, with the further ones', async () => {
      const { created, failed } = await importFile(
        'name,phone,other_phones',
        'Andrej Fischer,6602377906,',
        'Anna Huber,0676/1007919,"01 / 512 000 0 (Büro), +43 1 5341517"',
        'Eva,x,',
      );
      expect({ created, failed }).toEqual({
        created: 2,
        failed: [{ row: 4, field: 'phone', code: 'invalid_phone' }],
      });
      expect(await find({ sort: 'name' })).toMatchObject([
        { name: 'Andrej Fischer', phone: null, phone_as_given: '6602377906' },
        {
          ...{ name: 'Anna Huber', phone: null, other_phones: [{ phone: '+4315341517' }] },
          phone_as_given: '0676/1007919 / 01/512 000 0 (Büro)',
        },
      ]);
    });
  });

  describe('an agent', () => {
    const book = (more: object) =>
      t.http.post('/api/appointments').set(AS_AGENT).send(bookingAt('2027-03-02T10:00:00Z', more));

    it('books with a number as it is given, and a repeat with the same digits is the same, also once there is a country', async () => {
      const client = { name: 'Anna', phone: '0664 1234567' };
      const made = (await book({ client, external_id: 'a-1' }).expect(201)).body as AppointmentDto;
      const stored = async () =>
        (await t.http.get(`/api/clients/${made.client_id}`).set(admin.bearer)).body as ClientDto;
      expect(await stored()).toMatchObject({ phone: null, phone_as_given: '0664 1234567' });
      const again = { client: { ...client, phone: '0664/123-4567' }, external_id: 'a-1' };
      expect((await book(again).expect(200)).body).toMatchObject({ id: made.id });
      const other = { client: { ...client, phone: '0664 7654321' }, external_id: 'a-1' };
      expectProblem(await book(other), 409, 'external_id_reused');
      await setAgent(t, { phone_region: 'AT' });
      expect((await book(again).expect(200)).body).toMatchObject({ id: made.id });
    });
  });

  describe('the settings', () => {
    it('say so, and take no country back', async () => {
      expect(await settings()).toMatchObject({ phone_region: null, time_zone_chosen: false });
      expect((await put({ name: 'Mia', time_zone_chosen: true })).body).toMatchObject({
        ...{ phone_region: null, time_zone_chosen: false },
      });
      expect((await put({ phone_region: 'AT' })).body).toMatchObject({ phone_region: 'AT' });
      expect(refusedFields(await put({ phone_region: null }))).toEqual([['phone_region', 'not_allowed']]);
      expect((await put({ time_zone: 'Europe/Vienna' })).body).toMatchObject({ time_zone_chosen: true });
    });

    it('have a chosen zone also where the default is kept', async () => {
      const skipped = { skipped: ['zone'] };
      await t.http.put('/api/settings/first-steps').set(admin.bearer).send(skipped).expect(200);
      expect(await settings()).toMatchObject({ time_zone: 'UTC', time_zone_chosen: true });
    });

    it('tell how many numbers wait for the country that is chosen', async () => {
      await make({ name: 'Anna', phone: '0664 1234567' });
      const { body } = await put({ phone_region: 'AT' });
      expect((body as ReplacedChatAgentSettingsDto).phones_as_given).toBe(1);
    });
  });

  describe('and then one is', () => {
    it('reads the numbers, but for those that are somebody’s or no number there', async () => {
      const anna = await make({ name: 'Anna', phone: '6602377906' });
      const eva = await make({ name: 'Eva', phone: '0660 2377906' });
      const tim = await make({ name: 'Tim', phone: '0676 1007919 / 01 5341517' });
      const odd = await make({ name: 'Odd', phone: '12345678901234' });
      const known = await make({ name: 'Known', phone: '+43 650 1015838' });
      const late = await make({ name: 'Late', phone: '0650-1015-838' });
      const wanted = {
        read: [
          { id: anna.id, name: 'Anna', phone_as_given: '6602377906', phone: '+436602377906' },
          {
            ...{ id: tim.id, name: 'Tim', phone: '+436761007919' },
            phone_as_given: '0676 1007919 / 01 5341517',
          },
        ],
        left: [
          { ...{ id: eva.id, name: 'Eva', why: 'taken' }, with: { id: anna.id, name: 'Anna' } },
          { ...{ id: odd.id, name: 'Odd', why: 'not_of_country' }, with: null },
          { ...{ id: late.id, name: 'Late', why: 'taken' }, with: { id: known.id, name: 'Known' } },
        ],
        next: null,
      };
      const tried = await read({ country: 'AT', dry_run: true });
      expect(tried).toMatchObject(wanted);
      expect(await find({ search: 'Anna' })).toMatchObject([{ phone: null }]);
      expect(await read({ country: 'AT' })).toEqual(tried);
      expect(await find({ search: 'Tim' })).toMatchObject([
        { phone: '+436761007919', phone_as_given: null, other_phones: [{ phone: '+4315341517' }] },
      ]);
      expect(await find({ search: 'Eva' })).toMatchObject([{ phone: null, phone_as_given: '0660 2377906' }]);
      expect((await read({ country: 'AT' })).left).toHaveLength(3);
    });

    it('leaves a conversation with its client', async () => {
      const ben = await make({ name: 'Ben', email: 'ben@example.com' });
      const anna = await make({ name: 'Anna', phone: '0664 1234567' });
      const chat = { chat_id: 'c-1', contact: { phone: '+43 664 1234567', name: 'B' } };
      await t.http.post('/api/conversations/ping').set(AS_AGENT).send(chat).expect(200);
      await t.panel.query(`update conversations set client_id = $1`, [ben.id]);
      expect(await read({ country: 'AT' })).toMatchObject({
        read: [],
        left: [{ id: anna.id, why: 'taken', with: { id: ben.id } }],
      });
      const { rows } = await t.panel.query<Pick<ConversationDto, 'client_id'>>(
        'select client_id from conversations',
      );
      expect(rows).toEqual([{ client_id: ben.id }]);
    });

    it('is done by operators', async () => {
      const viewer = await signIn(t, { role: 'viewer' });
      const sent = t.http.post('/api/clients/phones/read').set(viewer.bearer).send({ country: 'AT' });
      expectProblem(await sent, 403, 'forbidden');
      expect(await read({ country: 'AT' }, await signIn(t, { role: 'operator' }))).toMatchObject({
        next: null,
      });
    });
  });

  describe('the resource that nobody has named', () => {
    const anyone = async () => {
      const query = { date: '2027-03-02', resource: 'any' };
      const { body } = await t.http
        .get('/api/appointments/availability')
        .query(query)
        .set(admin.bearer)
        .expect(200);
      return body as object;
    };

    it('is nobody to “anyone” as soon as there is another', async () => {
      const at = (more = {}) => ({
        starts_at: '2027-03-02T10:00:00Z',
        client: { name: 'Ada' },
        resource: 'any',
        ...more,
      });
      const book = (more = {}) => t.http.post('/api/appointments').set(admin.bearer).send(at(more));
      expect((await book().expect(201)).body).toMatchObject({ resource: 'main' });
      await put({ resources: ['main', 'Anna'] });
      expect(await settings()).toMatchObject({ unnamed_resource: 'main' });
      expect((await book().expect(201)).body).toMatchObject({ resource: 'Anna' });
      expectProblem(await book(), 409, 'slot_taken');
      const later = { starts_at: '2027-03-02T12:00:00Z' };
      expect((await book({ ...later, resource: 'main' }).expect(201)).body).toMatchObject({
        resource: 'main',
      });
      expect(JSON.stringify(await anyone())).not.toContain('"main"');
      await put({ unnamed_resource: null });
      expect(await settings()).toMatchObject({ unnamed_resource: null, resources: ['main', 'Anna'] });
    });

    it('is named by its new name, and gone with it', async () => {
      await put({ resources: ['main', 'Anna'] });
      const rename = { from: 'main', to: 'Ben' };
      await t.http.post('/api/settings/resources/rename').set(admin.bearer).send(rename).expect(200);
      expect(await settings()).toMatchObject({ unnamed_resource: null });
      await asInstalled(t);
      await put({ resources: ['Anna'] });
      expect(await settings()).toMatchObject({ unnamed_resource: null });
    });
  });
});
