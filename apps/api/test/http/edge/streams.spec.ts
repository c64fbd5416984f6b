import { LiveEventsService } from '../../../src/events/live/live-events.service';
import { EventReader } from '../../harness/http/event-reader';
import { FROM_PANEL, signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const MOST = 1_000;

describe('what one user has open', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());

  async function callerOf({ id }: SignedInUser) {
    const { rows } = await t.panel.query<{ id: string }>('select id from auth_sessions where user_id = $1', [
      id,
    ]);
    return { id, name: 'The admin', role: 'admin' as const, session_id: rows[0]!.id };
  }

  it('is at most a thousand event streams; others have their own', async () => {
    const [user, other] = [await signIn(t), await signIn(t)];
    const caller = { ...(await callerOf(user)), kind: 'user' as const };
    const live = t.app.get(LiveEventsService);
    const streams = [];
    while (streams.length < MOST) streams.push(await live.follow(caller, undefined));
    const refused = await t.http.get('/api/events').set(user.bearer);
    expectProblem(refused, 503, 'overloaded');
    expect(refused.headers['retry-after']).toBe('5');
    (await EventReader.open(t.port, other.bearer)).close();
    streams.pop()?.destroy();
    await new Promise(setImmediate);
    (await EventReader.open(t.port, user.bearer)).close();
    for (const stream of streams) stream.destroy();
  });

  it('is forgotten by the browser at a log-out', async () => {
    const user = await signIn(t);
    const cookie = `refresh_token=${user.refresh_token}`;
    const { headers } = await t.http
      .post('/api/auth/logout')
      .set({ ...FROM_PANEL, cookie })
      .expect(204);
    expect(headers['clear-site-data']).toBe('"cache"');
    const second = await signIn(t);
    const everywhere = await t.http.post('/api/auth/logout-all').set(second.bearer).expect(204);
    expect(everywhere.headers['clear-site-data']).toBe('"cache"');
  });
});
