import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

describe('If-None-Match', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let client: string;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
    const { headers } = await t.http.post('/api/clients').set(admin.bearer).send({ name: 'Ada' }).expect(201);
    client = String(headers['location']);
  });
  afterAll(() => t.close());

  const withTag = (tag: string) => ({ ...admin.bearer, 'if-none-match': tag });

  it.each(['get', 'head'] as const)('spares who has it already the body: %s', async (method) => {
    const { headers } = await t.http.get(client).set(admin.bearer).expect(200);
    const { text } = await t.http[method](client)
      .set(withTag(String(headers['etag'])))
      .expect(304);
    expect(text ?? '').toBe('');
  });

  it('takes nothing from the answer to a change', async () => {
    const made = await t.http.post('/api/clients').set(withTag('*')).send({ name: 'Grace' }).expect(201);
    expect(made.body).toMatchObject({ name: 'Grace' });
    const changed = await t.http.patch(client).set(withTag('*')).send({ name: 'Ada W.' }).expect(200);
    expect(changed.body).toMatchObject({ name: 'Ada W.' });
  });
});
