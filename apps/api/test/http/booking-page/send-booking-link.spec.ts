import type { BookingPageDto } from '@groupless/shared-dto';
import { sharedApp } from '../../harness/apps/shared-app';
import type { ServedApp } from '../../harness/apps/served-app';
import { AS_AGENT, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { BookingVisitor } from '../../harness/http/booking-visitor';

const WEEK = [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '17:00' }));

describe('the link to the booking page that an agent sends', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp({ PUBLIC_URL: 'http://127.0.0.1', ALLOWED_HOSTS: '127.0.0.1' });
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    t.clock.set('2027-02-28T08:00:00Z');
    admin = await signIn(t, { role: 'admin' });
    await setAgent(t, {
      ...{ time_zone: 'Europe/Berlin', working_hours: WEEK, resources: ['Anna', 'Ben'], enabled: true },
      ...{ services: ['Cut', 'Colour'].map((name) => ({ name, duration_minutes: 30 })), schedules: [] },
    });
    await setPage({ enabled: true, slug: 'salon', choose_resource: true });
  });

  async function setPage(change: Partial<BookingPageDto>) {
    const { body } = await t.http.get('/api/settings/booking-page').set(admin.bearer).expect(200);
    const page = { ...(body as BookingPageDto), service_ids: [], services: [], ...change };
    await t.http.put('/api/settings/booking-page').set(admin.bearer).send(page).expect(200);
  }
  const tools = async () => {
    const { body } = await t.http.get('/api/agent/tools.json?format=anthropic').set(AS_AGENT).expect(200);
    const [tool] = (
      body as { name: string; input_schema: { properties: Record<string, { items?: { enum: string[] } }> } }[]
    ).filter(({ name }) => name === 'send_booking_link');
    return tool?.input_schema.properties;
  };
  const call = async (input: object) => {
    const content = [{ type: 'tool_use', id: 'one', name: 'send_booking_link', input }];
    const { body } = await t.http
      .post('/api/agent/tools/anthropic')
      .set(AS_AGENT)
      .send({ role: 'assistant', content })
      .expect(200);
    return JSON.stringify(body);
  };

  it('leads to the times of what is chosen, and is offered while the page is on', async () => {
    expect((await tools())!['services']!.items!.enum).toEqual(['Cut', 'Colour']);
    const said = await call({ services: ['cut'], resource: 'Ben', date: '2027-03-02' });
    const url = /http:\/\/127\.0\.0\.1\/book\/salon\?[^"\\]+/.exec(said)![0];
    const { pathname, search } = new URL(url);
    const page = await new BookingVisitor(t).get(pathname + search);
    expect(page.said('.day[aria-current]')).toEqual([expect.stringContaining('2')]);
    expect(page.said('.card')[0]).toMatch(/Cut .*Ben/);
    expect(await call({})).toContain('http://127.0.0.1/book/salon\\"');
    await setPage({ enabled: false });
    expect(await tools()).toBeUndefined();
    expect(await call({})).toContain('There is no booking page');
  });

  it('leads to rows by their ids, as they are called now', async () => {
    const rows = async (kind: string) =>
      (await t.http.get(`/api/${kind}`).set(admin.bearer).expect(200)).body as { id: string; name: string }[];
    const [cut, ben] = [
      (await rows('services')).find(({ name }) => name === 'Cut')!,
      (await rows('resources')).find(({ name }) => name === 'Ben')!,
    ];
    await t.http.patch(`/api/services/${cut.id}`).set(admin.bearer).send({ name: 'Trim' }).expect(200);
    await t.http.patch(`/api/resources/${ben.id}`).set(admin.bearer).send({ name: 'Benedict' }).expect(200);
    const said = await call({ services: ['Trim'], resource: 'Benedict' });
    expect(said).toContain(`?service=${cut.id}&who=${ben.id}`);
    expect(await call({ services: ['Trim'], resource: 'any' })).toContain(`?service=${cut.id}&who=any`);
  });

  it('names nothing that the page does not offer', async () => {
    const { body } = await t.http.get('/api/services').set(admin.bearer).expect(200);
    const cut = (body as { id: string; name: string }[]).find(({ name }) => name === 'Cut')!;
    await setPage({ service_ids: [cut.id], choose_resource: false });
    expect((await tools())!['services']!.items!.enum).toEqual(['Cut']);
    expect((await tools())!['resource']).toBeUndefined();
    expect(await call({ services: ['Colour'] })).not.toContain('http://127.0.0.1');
  });
});
