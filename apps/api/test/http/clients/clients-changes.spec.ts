import { randomUUID } from 'node:crypto';
import { LIMITS, type ClientChangesDto, type ClientDto } from '@groupless/shared-dto';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { auditOf } from '../../harness/data/clients';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { refusedFields } from '../../harness/http/problems';

describe('a change of several clients', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    operator = await signIn(t, { role: 'operator' });
  });
  afterAll(() => t.close());

  const change = (body: object) => t.http.post('/api/clients/changes').set(operator.bearer).send(body);
  const get = async (id: string) =>
    (await t.http.get(`/api/clients/${id}`).set(operator.bearer).expect(200)).body as ClientDto;
  async function made(fields: object = {}): Promise<string> {
    const body = { name: 'Jana', ...fields };
    return ((await t.http.post('/api/clients').set(operator.bearer).send(body).expect(201)).body as ClientDto)
      .id;
  }

  it('gives each the status, with an entry in the audit trail where it was another one', async () => {
    const [active, archived] = [await made(), await made({ status: 'archived' })];
    const { body } = await change({ ids: [active, archived], status: 'archived' }).expect(200);

    expect(body).toMatchObject({ changed: [active, archived], failed: [], coming_appointments: 0 });
    expect((await get(active)).status).toBe('archived');
    expect((await auditOf(t, active)).at(-1)).toBe('client.updated {"fields":"status"}');
    expect(await auditOf(t, archived)).toHaveLength(1);
  });

  it('adds and removes tags, and keeps the others', async () => {
    const [one, other] = [await made({ tags: ['old', 'own'] }), await made({ tags: ['new'] })];
    await change({ ids: [one, other], add_tags: ['new', 'both'], remove_tags: ['old', 'both'] }).expect(200);

    expect((await get(one)).tags).toEqual(['own', 'new', 'both']);
    expect((await get(other)).tags).toEqual(['new', 'both']);
  });

  it('goes past those who cannot be changed, and says why', async () => {
    const nobody = randomUUID();
    const full = await made({ tags: Array.from({ length: LIMITS.tags }, (_, index) => `tag ${index}`) });
    const last = await made();
    const { body } = await change({ ids: [nobody, full, last], add_tags: ['vip'] }).expect(200);

    expect(body as ClientChangesDto).toEqual({
      ...{ versions: [{ id: last, version: 2 }], coming_appointments: 0 },
      changed: [last],
      failed: [
        { id: nobody, code: 'not_found', detail: 'There is no such client.' },
        { id: full, code: 'invalid_request', detail: 'A client has at most 50 tags.' },
      ],
    });
  });

  it('compares tags without case and width', async () => {
    const id = await made({ tags: ['VIP'] });
    await change({ ids: [id], add_tags: ['vip', 'ＶＩＰ'] }).expect(200);
    expect((await get(id)).tags).toEqual(['VIP']);
    await change({ ids: [id], remove_tags: ['vip'] }).expect(200);
    expect((await get(id)).tags).toEqual([]);
  });

  it('is undone only for those who have not changed since, and names the others', async () => {
    const rita = await signIn(t, { role: 'operator' });
    const [one, other] = [await made({ name: 'One' }), await made({ name: 'Other' })];
    const { versions } = (await change({ ids: [one, other], status: 'archived' }).expect(200))
      .body as ClientChangesDto;
    await t.http.patch(`/api/clients/${other}`).set(rita.bearer).send({ status: 'lead' }).expect(200);
    const { body } = await change({ ids: [one, other], status: 'active', versions }).expect(200);
    expect(body).toMatchObject({ changed: [one], failed: [{ id: other, code: 'version_mismatch' }] });
    expect((body as ClientChangesDto).failed[0]?.detail).toMatch(
      /^Other was changed since by .+left as it is\.$/,
    );
    expect((await get(other)).status).toBe('lead');
  });

  it('says how many appointments are to come of those who are archived', async () => {
    const client_id = await made();
    const starts_at = new Date(t.clock.now().getTime() + 86_400_000).toISOString();
    await t.http.post('/api/appointments').set(operator.bearer).send({ client_id, starts_at }).expect(201);
    const { body } = await change({ ids: [client_id], status: 'archived' }).expect(200);
    expect(body).toMatchObject({ coming_appointments: 1 });
  });

  it('loses no tag of two that are given at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => made()));
    const given = Array.from({ length: 5 }, (_, index) => `tag ${index}`);
    await Promise.all(given.map((tag) => change({ ids, add_tags: [tag] }).expect(200)));

    for (const id of ids) expect((await get(id)).tags.sort()).toEqual(given);
  });

  it.each([
    ['nobody', [], 'too_short'],
    ['more than one request may', Array.from({ length: 201 }, () => randomUUID()), 'too_long'],
    [
      'the same client twice',
      Array.from({ length: 2 }, () => '0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b'),
      'repeated',
    ],
    ['what is no id', ['1'], 'invalid_format'],
  ])('is refused for %s', async (_, ids, code) => {
    const answer = await change({ ids, status: 'archived' });

    expect(refusedFields(answer)).toEqual([['ids', code]]);
  });
});
