import type { ClientDto } from '@groupless/shared-dto';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

describe('clients with the same phone or email', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    operator = await signIn(t, { role: 'operator' });
  });
  afterAll(() => t.close());
  beforeEach(() => t.panel.query('delete from clients'));

  const create = (body: object) => t.http.post('/api/clients').set(operator.bearer).send(body);
  const patch = (id: string, body: object) =>
    t.http.patch(`/api/clients/${id}`).set(operator.bearer).send(body);
  const made = async (body: object) => (await create(body).expect(201)).body as ClientDto;

  it('are refused with the ids of those who have it, archived ones too', async () => {
    const phone = await made({ name: 'A', phone: '+12125550123', status: 'archived' });
    const email = await made({ name: 'B', email: 'B@example.com' });
    const twin = { name: 'C', phone: '(212) 555-0123', email: 'b@Example.com' };
    const problem = expectProblem(await create(twin), 409, 'duplicate_client');
    expect(problem.client_ids).toEqual([phone.id, email.id].sort());
    expect(await made({ ...twin, allow_duplicate: true })).toMatchObject({ phone: '+12125550123' });
    expectProblem(await create({ ...twin, allow_duplicate: false }), 409, 'duplicate_client');
  });

  it('are not those without any', async () => {
    await made({ name: 'A' });
    await made({ name: 'A', phone: null, email: null });
  });

  it('are refused in a change too, but for what the client has already', async () => {
    const first = await made({ name: 'A', phone: '+12125550123' });
    const second = await made({ name: 'B', email: 'b@example.com' });
    const problem = expectProblem(await patch(second.id, { phone: '212 555 0123' }), 409, 'duplicate_client');
    expect(problem.client_ids).toEqual([first.id]);
    const allowed = await patch(second.id, { phone: '212 555 0123', allow_duplicate: true });
    expect(allowed.body).toMatchObject({ phone: '+12125550123' });
    expect((await patch(second.id, { phone: '212 555 0123', notes: 'x' })).status).toBe(200);
    expect((await patch(second.id, { email: 'B@Example.com' })).body).toMatchObject({
      email: 'B@Example.com',
    });
  });

  it('are refused when they come at once: one is made', async () => {
    const twins = Array.from({ length: 8 }, (_, index) => ({ name: `${index}`, email: 'new@example.com' }));
    const answers = await Promise.all(twins.map(create));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    const winner = answers.find(({ status }) => status === 201)?.body as ClientDto;
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(expectProblem(answer, 409, 'duplicate_client').client_ids).toEqual([winner.id]);
  });

  it('do not let two crosswise pairs wait for each other for ever', async () => {
    const [a, b] = ['+12125550123', '+12125550124'];
    const [c, d] = ['c@example.com', 'd@example.com'];
    const rounds = Array.from({ length: 6 }, () => [
      { name: '1', phone: a, email: c },
      { name: '2', phone: b, email: d },
      { name: '3', phone: a, email: d },
      { name: '4', phone: b, email: c },
    ]).flat();
    const answers = await Promise.all(rounds.map(create));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });
});
