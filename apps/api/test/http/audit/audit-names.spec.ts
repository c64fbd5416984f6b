import type { AuditEventDto, ClientDto, PageDto } from '@groupless/shared-dto';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

describe('names in the audit', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
  });
  afterAll(() => t.close());

  const audit = async (query: Record<string, string>) => {
    const { body } = await t.http.get('/api/settings/audit').query(query).set(admin.bearer).expect(200);
    return (body as PageDto<AuditEventDto>).items;
  };
  const made = async ({ bearer }: SignedInUser, name: string) =>
    (await t.http.post('/api/clients').set(bearer).send({ name }).expect(201)).body as ClientDto;

  it('are those of that time: a client keeps its name after it is changed, merged or deleted', async () => {
    const dora = await made(admin, 'Dora Dornbusch');
    await t.http.patch(`/api/clients/${dora.id}`).set(admin.bearer).send({ name: 'Dora Dorn' }).expect(200);
    await t.http.delete(`/api/clients/${dora.id}`).set(admin.bearer).expect(204);
    const entries = await audit({ object: `client:${dora.id}` });
    expect(entries.map(({ action, object_name }) => [action, object_name])).toEqual([
      ['client.deleted', 'Dora Dorn'],
      ['client.updated', 'Dora Dorn'],
      ['client.created', 'Dora Dornbusch'],
    ]);
    expect((await audit({ q: 'dornbusch' })).map(({ action }) => action)).toEqual(['client.created']);
    const [kept, merged] = [await made(admin, 'Kept'), await made(admin, 'Merged')];
    const body = { client_id: merged.id };
    await t.http.post(`/api/clients/${kept.id}/merges`).set(admin.bearer).send(body).expect(201);
    const [entry] = await audit({ client_id: merged.id });
    expect(entry).toMatchObject({
      action: 'client.merged',
      object_name: 'Kept',
      details: { name: 'Merged' },
    });
  });

  it('are kept of users: of who did something and then left, and of who was deleted by whom', async () => {
    const lena = await signIn(t, { role: 'operator' });
    const client = await made(lena, 'Mrs Smythe');
    const deleted = t.http.delete(`/api/users/${lena.id}`).set(admin.bearer);
    await deleted.expect(204);
    const [created] = await audit({ object: `client:${client.id}` });
    expect(created?.user).toEqual({ id: lena.id, name: 'The operator', email: null });
    const [gone] = await audit({ object: `user:${lena.id}`, action: 'user.deleted' });
    expect(gone).toMatchObject({ object_name: 'The operator', user: { id: admin.id, name: 'The admin' } });
  });

  it('are kept of all else that is deleted', async () => {
    const http = (path: string, body: object) => t.http.post(path).set(admin.bearer).send(body).expect(201);
    const reply = await http('/api/settings/saved-replies', { name: 'Hours', text: 'x' });
    const account = await http('/api/assistant-accounts', { name: 'Team 7', type: 'teams' });
    const url = 'https://hooks.example.com/x?token=y';
    const hook = await http('/api/settings/hooks', { url, events: ['client.created'], active: false });
    const key = await http('/api/settings/keys', { name: 'Website', scopes: ['agent'] });
    const ids = [reply, account, hook, key].map(({ body }) => (body as { id: string }).id);
    const paths = ['settings/saved-replies', 'assistant-accounts', 'settings/hooks', 'settings/keys'];
    for (const [index, path] of paths.entries())
      await t.http
        .delete(`/api/${path}/${ids[index] ?? ''}`)
        .set(admin.bearer)
        .expect(204);
    const kinds = ['saved_reply', 'account', 'hook', 'api_key'];
    const names = await Promise.all(
      kinds.map(
        async (kind, index) => (await audit({ object: `${kind}:${ids[index] ?? ''}` }))[0]?.object_name,
      ),
    );
    expect(names).toEqual(['Hours', 'Team 7', 'https://hooks.example.com/x', 'Website']);
  });
});
