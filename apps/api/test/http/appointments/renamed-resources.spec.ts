import { randomUUID } from 'node:crypto';
import type { ChatAgentSettingsDto } from '@groupless/shared-dto';
import { AS_AGENT, APPOINTMENTS, booked, bookingAt, setAgent } from '../../harness/data/appointments';
import { eventually, WAITS_FOR_LOCK } from '../../harness/data/times';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

const NOW = '2027-03-01T10:00:00.000Z';
const TUESDAY = '2027-03-02T10:00:00Z';
const HOLD = { starts_at: '2027-03-03T10:00:00Z', ends_at: '2027-03-03T11:00:00Z' };
const TABLES = ['appointments', 'blocks', 'busy_calendars'] as const;

describe('two resources whose names change', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    t.clock.set(NOW);
    admin = await signIn(t);
    await emptyTables(t.panel, 'clients', 'blocks', 'busy_calendars');
    await setAgent(t, {
      ...{ time_zone: 'UTC', enabled: true, resources: ['Anna', 'Ben'], closures: [] },
      working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '18:00' })),
      schedules: ['Anna', 'Ben'].map((resource, at) => ({
        ...{ resource, services: null, working_hours: null, exceptions: [] },
        colour: ['#111111', '#222222'][at] ?? null,
      })),
    });
  });

  const rename = (from: string, to: string) =>
    t.http.post('/api/settings/resources/rename').set(admin.bearer).send({ from, to });
  const renamed = async (from: string, to: string) => {
    const answer = await rename(from, to);
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  };
  /** An appointment, a block and a calendar of each, with the notes of whose they are. */
  const fill = async () => {
    for (const resource of ['Anna', 'Ben']) {
      await booked(t, admin, bookingAt(TUESDAY, { resource, notes: `of ${resource}` }));
      await block({ ...HOLD, resource, reason: `of ${resource}` }).expect(201);
      await t.panel.query(
        `insert into busy_calendars (id, resource, name, url, show_titles, created_at, updated_at)
         values ($1, $2, $3, 'x', false, now(), now())`,
        [randomUUID(), resource, `of ${resource}`],
      );
    }
  };
  const block = (more: object) => t.http.post('/api/blocks').set(admin.bearer).send(more);
  /** What the rows of each person are called now. */
  const namesOf = async (person: string) => {
    const { rows } = await t.panel.query<{ resource: string }>(
      `select resource from appointments where notes = $1 union all select resource from blocks where reason = $1
       union all select resource from busy_calendars where name = $1`,
      [`of ${person}`],
    );
    return rows.map(({ resource }) => resource);
  };
  const colours = async () => {
    const { body } = await t.http.get('/api/settings/chat-agent').set(admin.bearer);
    return Object.fromEntries(
      (body as ChatAgentSettingsDto).schedules.map(({ resource, colour }) => [resource, colour]),
    );
  };

  it('exchange them, with all that each has', async () => {
    await fill();
    await renamed('Anna', 'for a moment');
    await renamed('Ben', 'Anna');
    await renamed('for a moment', 'Ben');
    expect(await namesOf('Anna')).toEqual(['Ben', 'Ben', 'Ben']);
    expect(await namesOf('Ben')).toEqual(['Anna', 'Anna', 'Anna']);
    expect(await colours()).toEqual({ Anna: '#222222', Ben: '#111111' });
    const { rows } = await t.panel.query('select former_resources as former from bookable_settings()');
    expect(rows).toEqual([{ former: [{ name: 'for a moment', resource: 'Ben' }] }]);
    // Each name means who is called so now: a booking goes there, and is judged there.
    const made = await booked(t, admin, bookingAt('2027-03-02T15:00:00Z', { resource: 'Anna' }));
    expect(made.resource).toBe('Anna');
    for (const resource of ['Anna', 'Ben'])
      expectProblem(
        await t.http.post(APPOINTMENTS).set(AS_AGENT).send(bookingAt(TUESDAY, { resource })),
        409,
        'slot_taken',
      );
  });

  it('hand one on: B becomes C while A becomes B, in whatever order they come', async () => {
    await fill();
    const [first, second] = await Promise.all([rename('Anna', 'Ben'), rename('Ben', 'Carl')]);
    expect(second.status).toBe(200);
    if (first.status !== 200) {
      expectProblem(first, 409, 'name_taken');
      await renamed('Anna', 'Ben');
    }
    expect(await namesOf('Anna')).toEqual(['Ben', 'Ben', 'Ben']);
    expect(await namesOf('Ben')).toEqual(['Carl', 'Carl', 'Carl']);
    expect(await colours()).toEqual({ Ben: '#111111', Carl: '#222222' });
  });

  it('get one name at once: one of them has it', async () => {
    await fill();
    const answers = await Promise.all([rename('Anna', 'Dora'), rename('Ben', 'Dora')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [winner, other] = answers[0]?.status === 200 ? ['Anna', 'Ben'] : ['Ben', 'Anna'];
    expect(new Set(await namesOf(winner))).toEqual(new Set(['Dora']));
    expect(new Set(await namesOf(other))).toEqual(new Set([other]));
  });

  it('are renamed back, and a new one with a former name of another is nobody else', async () => {
    await fill();
    await renamed('Anna', 'Dora');
    await renamed('Dora', 'Anna');
    expect(new Set(await namesOf('Anna'))).toEqual(new Set(['Anna']));
    await renamed('Ben', 'Carl');
    for (const resource of ['Dora', 'Ben']) {
      await t.http.post('/api/resources').set(admin.bearer).send({ name: resource }).expect(201);
      const one = await booked(t, admin, bookingAt(TUESDAY, { resource }));
      expect(one.resource).toBe(resource);
      expect((await block({ ...HOLD, resource }).expect(201)).body).toMatchObject({ resource });
    }
    expect(await namesOf('Ben')).toEqual(['Carl', 'Carl', 'Carl']);
  });

  it.each(TABLES)('take along what is being written under the former name: %s', async (table) => {
    await fill();
    const other = await t.panel.connect();
    try {
      await other.query('begin');
      const { rows } = await other.query<{ id: string }>(COPY[table], [randomUUID()]);
      const answer = rename('Anna', 'Dora').then((done) => done);
      await eventually(async () => (await t.panel.query(WAITS_FOR_LOCK)).rows.length > 0);
      await other.query('commit');
      expect((await answer).status).toBe(200);
      const stored = await t.panel.query(`select resource from ${table} where id = $1`, [rows[0]?.id]);
      expect(stored.rows).toEqual([{ resource: 'Dora' }]);
    } finally {
      other.release(true);
    }
  });
});

/** A row as another transaction writes it, which knows the former name. */
const COPY = {
  appointments: `
    insert into appointments (id, client_id, title, starts_at, ends_at, status, source, resource)
    select $1, client_id, '', starts_at + interval '1 day', ends_at + interval '1 day', status, source, resource
    from appointments where resource = 'Anna' returning id`,
  blocks: `
    insert into blocks (id, resource, starts_at, ends_at, reason)
    select $1, resource, starts_at, ends_at, '' from blocks where resource = 'Anna' returning id`,
  busy_calendars: `
    insert into busy_calendars (id, resource, name, url, show_titles, created_at, updated_at)
    select $1, resource, '', 'x', false, now(), now() from busy_calendars where resource = 'Anna' returning id`,
};
