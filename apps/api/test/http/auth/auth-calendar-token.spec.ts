import { CalendarTokensService } from '../../../src/auth/calendar/calendar-tokens.service';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { SECRETS } from '../../harness/apps/test-app';

describe('the token of the calendar feed', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let user: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
  });
  beforeEach(async () => {
    user = await signIn(t, { role: 'viewer' });
  });
  afterAll(() => t.close());

  const rotate = async () =>
    (await t.http.post('/api/auth/calendar-token').set(user.bearer).expect(201)).body as {
      token: string;
      calendar_url: string;
    };
  const findUser = (token: string) => t.app.get(CalendarTokensService).findUser(token);
  const setActive = (is_active: boolean) =>
    t.http.patch(`/api/users/${user.id}`).set(admin.bearer).send({ is_active }).expect(200);

  it('is made for any user, with the address of the feed', async () => {
    const response = await t.http.post('/api/auth/calendar-token').set(user.bearer).expect(201);
    const { token } = response.body;
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(response.body).toEqual({
      token,
      calendar_url: `http://127.0.0.1:${t.port}/api/appointments/calendar.ics?token=${token}`,
    });
    expect(response.headers['location']).toBe('/api/appointments/calendar.ics');
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('names its user', async () => {
    const { token } = await rotate();
    const change = { locale: 'de-AT', time_zone: 'Europe/Vienna', name: 'Ada' };
    await t.http.patch('/api/auth/me').set(user.bearer).send(change).expect(200);
    expect(await findUser(token)).toEqual({ id: user.id, role: 'viewer', ...change });
    expect(await findUser(`${token}x`)).toBeNull();
  });

  it('dies with a rotation', async () => {
    const { token } = await rotate();
    const { token: next } = await rotate();
    expect(await findUser(token)).toBeNull();
    expect(await findUser(next)).toMatchObject({ id: user.id });
  });

  it('dies with a deactivation, for ever', async () => {
    const { token } = await rotate();
    await setActive(false);
    expect(await findUser(token)).toBeNull();
    await setActive(true);
    expect(await findUser(token)).toBeNull();
  });

  it('dies with its user', async () => {
    const { token } = await rotate();
    await t.http.delete(`/api/users/${user.id}`).set(admin.bearer).expect(204);
    expect(await findUser(token)).toBeNull();
  });

  it('is stored as a digest alone, and stands in no log', async () => {
    const { token } = await rotate();
    const { rows } = await t.panel.query<object>('select * from calendar_tokens');
    expect(rows.flatMap((row) => Object.values(row).map(String))).not.toContain(token);
    expect(t.log_lines.filter((line) => line.includes(token))).toEqual([]);
  });

  it('is made for nobody else', async () => {
    const post = (headers: Record<string, string>) => t.http.post('/api/auth/calendar-token').set(headers);
    expectProblem(await post({}), 401, 'unauthenticated');
    expectProblem(await post({ 'x-api-key': SECRETS.AGENT_API_KEY }), 403, 'forbidden');
  });
});
