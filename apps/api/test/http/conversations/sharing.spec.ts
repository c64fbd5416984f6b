import type { ConversationSettingsDto, MeDto } from '@groupless/shared-dto';
import { SharingService } from '../../../src/conversations/sharing/sharing.service';
import { Conversations, newChat } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

const OFF: ConversationSettingsDto = {
  remind_assigned_minutes: null,
  remind_team_minutes: null,
  hand_back_minutes: null,
  close_after_days: null,
  assign: 'none',
  away_after_minutes: null,
  outside_hours: null,
};

describe('conversations that need a person', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let c: Conversations;
  let team: SignedInUser[];
  beforeAll(async () => {
    t = await startServedApp();
    admin = await signIn(t);
    c = new Conversations(t, admin);
    const signedIn = (role: 'operator' | 'desk' | 'viewer') => signIn(t, { role });
    team = [await signedIn('operator'), await signedIn('operator'), await signedIn('desk')];
    await signedIn('viewer');
  });
  beforeEach(async () => {
    await t.panel.query('delete from conversations');
    await t.panel.query('update users set is_away = false, active_at = null, given_at = null');
    await away(admin, true);
  });
  afterAll(() => t.close());

  const set = (change: Partial<ConversationSettingsDto>) =>
    t.http
      .put('/api/settings/conversations')
      .set(admin.bearer)
      .send({ ...OFF, ...change })
      .expect(200);
  const away = (user: SignedInUser, is_away: boolean) =>
    t.http.put('/api/auth/presence').set(user.bearer).send({ is_away }).expect(204);
  const atPanel = (user: SignedInUser) => t.http.put('/api/auth/presence').set(user.bearer).expect(204);
  /** Two processes at the same time. */
  async function share(): Promise<void> {
    const sharing = t.app.get(SharingService, { strict: false });
    const { signal } = new AbortController();
    await Promise.all([sharing.share({}, signal), sharing.share({}, signal)]);
  }
  async function inNeed(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let n = 0; n < count; n++)
      ids.push((await c.begin(newChat(), { needs_human: true })).conversation_id);
    return ids;
  }
  const holders = async (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await c.get(id)).assigned_to?.id ?? null));
  const idsOf = (users: readonly SignedInUser[]) => users.map(({ id }) => id);

  it('are nobody’s at first', async () => {
    await set({});
    const ids = await inNeed(1);
    await share();
    expect(await holders(ids)).toEqual([null]);
  });

  it('are given to each in turn, once, with a line, and to nobody who may not answer', async () => {
    await set({ assign: 'round_robin' });
    const ids = await inNeed(7);
    await share();
    const given = await holders(ids);
    expect(new Set(given)).toEqual(new Set(idsOf(team)));
    for (const user of team) expect(given.filter((id) => id === user.id).length).toBeGreaterThanOrEqual(2);
    const { events } = await c.messages(ids[0]!);
    expect(events).toMatchObject([{ kind: 'assigned', by: null, details: { before_name: null } }]);
    await share();
    expect(await holders(ids)).toEqual(given);
    expect((await c.messages(ids[0]!)).events).toHaveLength(1);
  });

  it('are given to who has the fewest', async () => {
    await set({ assign: 'free' });
    const [first, second, third] = team as [SignedInUser, SignedInUser, SignedInUser];
    const ids = await inNeed(4);
    await c.assign(ids[0]!, first.id).expect(200);
    await c.assign(ids[1]!, first.id).expect(200);
    await c.assign(ids[2]!, second.id).expect(200);
    await share();
    expect((await holders(ids))[3]).toBe(third.id);
  });

  it('are given to nobody who says to be away, or has touched nothing for minutes', async () => {
    await set({ assign: 'round_robin' });
    const [first, second, third] = team as [SignedInUser, SignedInUser, SignedInUser];
    await away(first, true);
    await away(second, true);
    const me = (await t.http.get('/api/auth/me').set(first.bearer).expect(200)).body as MeDto;
    expect(me.is_away).toBe(true);
    const ids = await inNeed(2);
    await share();
    expect(await holders(ids)).toEqual([third.id, third.id]);
    await set({ assign: 'round_robin', away_after_minutes: 5 });
    await away(first, false);
    await t.panel.query(`update users set active_at = $2 where id = $1`, [
      third.id,
      new Date(t.clock.now().getTime() - 6 * 60_000),
    ]);
    const more = await inNeed(2);
    await share();
    expect(await holders(more)).toEqual([first.id, first.id]);
    await t.panel.query('update users set active_at = null');
    const rest = await inNeed(1);
    await share();
    expect(await holders(rest)).toEqual([null]);
    await atPanel(third);
    await share();
    expect(await holders(rest)).toEqual([third.id]);
  });

  it('are not given to who has logged out', async () => {
    await set({ assign: 'round_robin' });
    await Promise.all(team.slice(1).map((user) => away(user, true)));
    await t.http.post('/api/auth/logout-all').set(team[0]!.bearer).expect(204);
    const ids = await inNeed(1);
    await share();
    expect(await holders(ids)).toEqual([null]);
  });
});
