import type {
  CreatedApiKeyDto,
  CreatedHookDto,
  HookDeliveryDto,
  HookDto,
  HookSubscription,
  PageDto,
} from '@groupless/shared-dto';
import { LIMITS } from '@groupless/shared-dto';
import type { BookedDto } from '../../harness/data/appointments';
import { HookReceiver } from '../../harness/http/hook-receiver';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { eventually } from '../../harness/data/times';

const HOOKS = '/api/settings/hooks';
const HOUR_MS = 3_600_000;

describe('what an outbound webhook is told', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let receiver: HookReceiver;
  let booked = 0;
  beforeAll(async () => {
    t = await startServedApp({ environment: { OUTBOUND_PRIVATE: 'true' } });
  });
  beforeEach(async () => {
    admin = await signIn(t);
    receiver = await HookReceiver.start();
  });
  afterEach(async () => {
    Object.assign(t.clock, { fixed: null });
    await t.panel.query('delete from hooks');
    await receiver.close();
    expect(receiver.faults).toEqual([]);
  });
  afterAll(() => t.close());

  const asKey = (key: string) => ({ 'x-api-key': key });

  async function keyWith(name: string, ...scopes: string[]): Promise<CreatedApiKeyDto> {
    const made = t.http.post('/api/settings/keys').set(admin.bearer).send({ name, scopes });
    return (await made.expect(201)).body as CreatedApiKeyDto;
  }

  async function make(
    events: HookSubscription[],
    caller: Record<string, string> = admin.bearer,
  ): Promise<CreatedHookDto> {
    const made = t.http.post(HOOKS).set(caller).send({ url: receiver.url, events });
    const hook = (await made.expect(201)).body as CreatedHookDto;
    receiver.secret = hook.secret;
    return hook;
  }

  async function book(name: string, starts_at: string, more: object = {}): Promise<BookedDto> {
    const client = { name, phone: `+1212555${1_000 + ++booked}`, email: `${name.toLowerCase()}@example.com` };
    const answer = t.http
      .post('/api/appointments')
      .set(admin.bearer)
      .send({ client, starts_at, ...more });
    return (await answer.expect(201)).body as BookedDto;
  }

  const change = (id: string, patch: object) =>
    t.http.patch(`/api/appointments/${id}`).set(admin.bearer).send(patch).expect(200);

  const log = async (hook: HookDto, caller: Record<string, string> = admin.bearer) =>
    (await t.http.get(`${HOOKS}/${hook.id}/deliveries`).set(caller).expect(200))
      .body as PageDto<HookDeliveryDto>;

  const types = () => receiver.received.map(({ type }) => type);

  it('is what happened to an appointment, with what it was before and how the client is reached', async () => {
    await make([
      'appointment.booked',
      'appointment.confirmed',
      'appointment.moved',
      'appointment.cancelled',
      'appointment.completed',
      'appointment.no_show',
    ]);
    const { id } = await book('Ada', '2030-01-07T10:00:00Z');
    await change(id, { starts_at: '2030-01-07T12:00:00Z' });
    await change(id, { notes: 'By the back door.' });
    await change(id, { status: 'cancelled' });
    await change(id, { status: 'confirmed' });
    const past = await book('Ben', '2020-01-07T10:00:00Z');
    await change(past.id, { status: 'completed' });
    await change(past.id, { status: 'no_show' });
    await eventually(() => receiver.received.length === 7);
    const of = (one: string) => receiver.received.filter(({ data }) => data['id'] === one);
    expect(of(id).map(({ type }) => type)).toEqual([
      'appointment.booked',
      'appointment.moved',
      'appointment.cancelled',
      'appointment.confirmed',
    ]);
    expect(of(past.id).map(({ type }) => type)).toEqual([
      'appointment.booked',
      'appointment.completed',
      'appointment.no_show',
    ]);
    const [first, moved, cancelled] = of(id);
    expect(first).not.toHaveProperty('previous');
    expect(first!.data['client']).toMatchObject({
      ...{ name: 'Ada', phone: '+12125551001', email: 'ada@example.com' },
    });
    expect(moved!.previous).toEqual({
      starts_at: '2030-01-07T10:00:00.000Z',
      ends_at: '2030-01-07T10:30:00.000Z',
    });
    expect(moved!.data['starts_at']).toBe('2030-01-07T12:00:00.000Z');
    expect(cancelled!.previous).toEqual({ status: 'confirmed' });
  });

  it('has in each update the values that were replaced, as they are shown', async () => {
    await make(['client.updated', 'appointment.updated', 'conversation.updated', 'settings.updated']);
    const { id, client_id } = await book('Cleo', '2030-01-08T10:00:00Z', { notes: 'a' });
    await change(id, { notes: 'b', status: 'cancelled' });
    await t.http
      .patch(`/api/clients/${client_id}`)
      .set(admin.bearer)
      .send({ tags: ['new'] })
      .expect(200);
    await eventually(() => types().includes('client.updated') && types().includes('appointment.updated'));
    const told = (type: string) => receiver.received.find((one) => one.type === type);
    const tagged = () =>
      receiver.received.find(({ previous }) => previous !== undefined && 'tags' in previous);
    await eventually(() => tagged() !== undefined);
    expect(told('appointment.updated')!.previous).toEqual({ notes: 'a', status: 'confirmed' });
    expect(tagged()).toMatchObject({
      type: 'client.updated',
      previous: { tags: [] },
      data: { tags: ['new'] },
    });
    expect(JSON.stringify(receiver.received)).not.toMatch(/search_text|name_key|made_by_key|"handle"|"wish"/);
  });

  it('is everything for who asks for *, and what happened comes after its change', async () => {
    await make(['*']);
    const { id, client_id } = await book('Dora', '2030-01-09T10:00:00Z');
    await change(id, { starts_at: '2030-01-09T11:00:00Z', status: 'cancelled' });
    await t.http.post(await t.webhook('assistant-task')).send({ action: 'create', task: 'call Dora' });
    await eventually(() => types().includes('task.updated') && types().includes('appointment.cancelled'));
    const of = (one: string) => receiver.received.filter(({ data }) => data['id'] === one);
    expect(of(id).map(({ type }) => type)).toEqual([
      ...['appointment.created', 'appointment.booked', 'appointment.updated'],
      ...['appointment.moved', 'appointment.cancelled'],
    ]);
    expect(of(client_id).map(({ type }) => type)).toContain('client.created');
    const { rows } = await t.panel.query<{ type: string }>('select type from hook_events');
    expect(rows.map(({ type }) => type)).not.toContain('appointment.booked');
  });

  it('is signed twice for a day after a rotation, so that receivers change in peace', async () => {
    const hook = await make(['client.created']);
    const addClient = (name: string) =>
      t.http.post('/api/clients').set(admin.bearer).send({ name }).expect(201);
    const rotate = async () =>
      (await t.http.post(`${HOOKS}/${hook.id}/rotate`).set(admin.bearer).expect(200)).body as CreatedHookDto;
    const second = await rotate();
    expect(second.secret).not.toBe(hook.secret);
    const until = Date.parse(second.previous_secret_until!);
    expect(until - Date.now()).toBeGreaterThan(23.9 * HOUR_MS);
    expect(until - Date.now()).toBeLessThan(24.1 * HOUR_MS);
    // The receiver still has the first one.
    await addClient('Eve');
    await eventually(() => receiver.received.length === 1);
    receiver.secret = second.secret;
    await addClient('Finn');
    await eventually(() => receiver.received.length === 2);
    expect(receiver.received.map(({ signatures }) => signatures)).toEqual([2, 2]);
    t.clock.set(new Date(until));
    await t.panel.query(`update hooks set updated_at = now()`);
    await t.panel.query(
      `insert into clients (id, name, source) values ('01a00000-0000-7000-8000-0000000000aa', 'Gus', 'panel')`,
    );
    await eventually(() => receiver.received.length === 3);
    expect(receiver.received[2]!.signatures).toBe(1);
    const { rows } = await t.panel.query<{ secret: string; previous_secret: string | null }>(
      'select secret, previous_secret from hooks',
    );
    for (const { secret, previous_secret } of rows) {
      expect(`${secret} ${previous_secret}`).not.toContain(hook.secret.slice(6, 20));
      expect(`${secret} ${previous_secret}`).not.toContain(second.secret.slice(6, 20));
    }
  });

  it('is signed by each secret for its own day, however often it is rotated', async () => {
    const hook = await make(['client.created']);
    const rotate = async () =>
      (await t.http.post(`${HOOKS}/${hook.id}/rotate`).set(admin.bearer).expect(200)).body as CreatedHookDto;
    const secrets = [hook.secret, (await rotate()).secret, (await rotate()).secret];
    for (const [index, secret] of secrets.entries()) {
      receiver.secret = secret;
      await t.http.post('/api/clients').set(admin.bearer).send({ name: 'Ada' }).expect(201);
      await eventually(() => receiver.received.length === index + 1);
    }
    expect(receiver.faults).toEqual([]);
    expect(receiver.received.map(({ signatures }) => signatures)).toEqual([3, 3, 3]);
  });

  it('is logged as it was sent, with the beginning of the answer', async () => {
    const hook = await make(['client.created']);
    receiver.answer = (answer) => answer.writeHead(500).end(`no: ${'x'.repeat(5_000)}`);
    await t.http.post('/api/clients').set(admin.bearer).send({ name: 'Hal' }).expect(201);
    await eventually(async () => (await log(hook)).items[0]?.response_status === 500);
    const [failed] = (await log(hook)).items;
    expect(JSON.parse(failed!.request_body)).toMatchObject({
      type: 'client.created',
      data: { name: 'Hal' },
    });
    expect(failed!.response_body).toBe(`no: ${'x'.repeat(LIMITS.hook_response_bytes - 4)}`);
    receiver.answer = (answer) => answer.writeHead(200).end('{"taken":true}');
    await t.http.post(`${HOOKS}/${hook.id}/deliveries/${failed!.id}/again`).set(admin.bearer).expect(200);
    await eventually(async () => (await log(hook)).items[0]?.status === 'delivered');
    expect((await log(hook)).items[0]).toMatchObject({ response_body: '{"taken":true}', attempts: 2 });
    const long = 'ü'.repeat(9_000);
    await t.http
      .post('/api/clients')
      .set(admin.bearer)
      .send({ name: 'Ida', notes: long + long.slice(0, 900) });
    await eventually(async () => (await log(hook)).total === 2);
    expect((await log(hook)).items[0]!.request_body.length).toBeLessThanOrEqual(LIMITS.hook_request_shown);
  });

  describe('that a key made', () => {
    it('goes from the first call to the first event without a person, and ends by the same key', async () => {
      const zapier = await keyWith('Zapier', 'hooks:write');
      const caller = asKey(zapier.key);
      const hook = await make(['appointment.booked'], caller);
      expect(hook).toMatchObject({ made_by_key: 'Zapier', active: true });
      expect((await t.http.get(`${HOOKS}/${hook.id}`).set(caller).expect(200)).body).toMatchObject({
        id: hook.id,
      });
      await t.http.post(`${HOOKS}/${hook.id}/test`).set(caller).expect(200);
      await book('Jan', '2030-01-10T10:00:00Z');
      await eventually(() => types().includes('appointment.booked'));
      expect(types()).toEqual(['test', 'appointment.booked']);
      expect((await log(hook, caller)).total).toBe(2);
      const { secret } = (await t.http.post(`${HOOKS}/${hook.id}/rotate`).set(caller).expect(200))
        .body as CreatedHookDto;
      expect(secret).toMatch(/^whsec_/);
      await t.http.patch(`${HOOKS}/${hook.id}`).set(caller).send({ active: false }).expect(200);
      await t.http.delete(`${HOOKS}/${hook.id}`).set(caller).expect(204);
      expect((await t.http.get(HOOKS).set(caller).expect(200)).body).toEqual([]);
      const { rows } = await t.panel.query(
        `select from audit_events where key_name = 'Zapier' and action like 'hook.%'`,
      );
      expect(rows).toHaveLength(5);
    });

    it('is seen by that key and by admins, and by no other key', async () => {
      const one = asKey((await keyWith('One', 'hooks:write')).key);
      const other = asKey((await keyWith('Other', 'hooks:write', 'panel:write')).key);
      const ofAdmin = await make(['client.created']);
      const ofOne = await make(['client.created'], one);
      const ids = async (caller: Record<string, string>) =>
        ((await t.http.get(HOOKS).set(caller).expect(200)).body as HookDto[]).map(({ id }) => id);
      expect(await ids(one)).toEqual([ofOne.id]);
      expect(await ids(other)).toEqual([]);
      expect(await ids(admin.bearer)).toEqual([ofOne.id, ofAdmin.id]);
      for (const id of [ofOne.id, ofAdmin.id]) {
        const path = `${HOOKS}/${id}`;
        expectProblem(await t.http.get(path).set(other), 404, 'not_found');
        expectProblem(await t.http.patch(path).set(other).send({ active: false }), 404, 'not_found');
        expectProblem(await t.http.post(`${path}/rotate`).set(other), 404, 'not_found');
        expectProblem(await t.http.post(`${path}/test`).set(other), 404, 'not_found');
        expectProblem(await t.http.get(`${path}/deliveries`).set(other), 404, 'not_found');
        expectProblem(await t.http.delete(path).set(other), 404, 'not_found');
      }
      const none = asKey((await keyWith('None', 'panel:write')).key);
      expectProblem(await t.http.get(HOOKS).set(none), 403, 'forbidden');
    });

    it('has the limits of admins: no private address, and not too many', async () => {
      const strict = await startServedApp({ urls: t.urls });
      const caller = asKey((await keyWith('Many', 'hooks:write')).key);
      const add = (app: ServedApp, url: string) =>
        app.http
          .post(HOOKS)
          .set(caller)
          .send({ url, events: ['client.created'] });
      expect(refusedFields(await add(strict, 'https://169.254.169.254/latest'))).toEqual([
        ['url', 'not_allowed'],
      ]);
      expect(refusedFields(await add(strict, 'http://example.com/'))).toEqual([['url', 'not_allowed']]);
      await strict.close();
      for (let n = 0; n < LIMITS.hooks_max; n++) expect((await add(t, receiver.url)).status).toBe(201);
      expectProblem(await add(t, receiver.url), 409, 'too_many_hooks');
      // The places of admins are their own.
      await make(['client.created']);
    });

    it('ends when the key is revoked, and rests when it has expired', async () => {
      const key = await keyWith('Brief', 'hooks:write');
      const hook = await make(['client.created'], asKey(key.key));
      const insert = (id: string) =>
        t.panel.query(`insert into clients (id, name, source) values ($1, 'x', 'panel')`, [id]);
      const wake = () =>
        t.http.patch(`${HOOKS}/${hook.id}`).set(admin.bearer).send({ active: true }).expect(200);
      await t.panel.query(`update api_keys set expires_at = now() - interval '1 s' where id = $1`, [key.id]);
      await insert('01a00000-0000-7000-8000-0000000000b1');
      await wake();
      await eventually(async () => (await t.panel.query('select from hook_outbox')).rowCount === 0);
      expect((await log(hook)).total).toBe(0);
      await t.panel.query(`update api_keys set expires_at = now() + interval '1 day' where id = $1`, [
        key.id,
      ]);
      await insert('01a00000-0000-7000-8000-0000000000b2');
      await wake();
      await eventually(() => receiver.received.length === 1);
      await t.http.delete(`/api/settings/keys/${key.id}`).set(admin.bearer).expect(204);
      expect((await t.http.get(HOOKS).set(admin.bearer).expect(200)).body).toEqual([]);
    });
  });
});
