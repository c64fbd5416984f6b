import { randomUUID } from 'node:crypto';
import { LIMITS, type ClientChangesDto, type ClientDto } from '@groupless/shared-dto';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { auditOf } from '../../harness/data/clients';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { refusedFields } from '../../harness/http/problems';

describe('a change of several clients', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp();
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

    expect(body).toEqual({ changed: [active, archived], failed: [] });
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
      changed: [last],
      failed: [
        { id: nobody, code: 'not_found', detail: 'There is no such client.' },
        { id: full, code: 'invalid_request', detail: 'A client has at most 50 tags.' },
      ],
    });
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
