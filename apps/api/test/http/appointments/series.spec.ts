import { randomUUID } from 'node:crypto';
import type { AppointmentDto, ChangedSeriesDto, SeriesDto } from '@groupless/shared-dto';
import { APPOINTMENTS, booked, bookingAt, setAgent } from '../../harness/data/appointments';
import { ADVISORY_LOCKS } from '../../../src/database/advisory-locks';
import { eventually, WAITS_FOR_LOCK } from '../../harness/data/times';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

const SERIES = '/api/series';
const NINE = '2027-03-02T09:00:00.000Z';
const days = (rows: readonly { starts_at: string }[]) => rows.map(({ starts_at }) => starts_at.slice(0, 16));
const weekly = (dates: readonly string[], time = '09:00') => dates.map((date) => `2027-${date}T${time}`);

describe('a series of appointments', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set('2027-03-01T08:00:00.000Z');
    operator = await signIn(t, { role: 'operator' });
    await setAgent(t, { resources: ['Anna', 'Ben'], time_zone: 'UTC' });
  });
  afterAll(() => t.close());
  beforeEach(() => emptyTables(t.panel, 'clients', 'blocks'));

  const repeat = (more: object = {}, dry_run = false) =>
    t.http
      .post(SERIES)
      .query(dry_run ? { dry_run: true } : {})
      .set(operator.bearer)
      .send({ ...bookingAt(NINE, { resource: 'Anna' }), rrule: 'FREQ=WEEKLY;COUNT=4', ...more });
  const made = async (more: object = {}): Promise<SeriesDto> => {
    const answer = await repeat(more);
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([201, expect.any(String)]);
    return answer.body as SeriesDto;
  };
  const listed = async (query: object = {}): Promise<AppointmentDto[]> =>
    (await t.http.get(APPOINTMENTS).query(query).set(operator.bearer)).body.items as AppointmentDto[];
  const change = (series_id: string, patch: object, query: object = {}) =>
    t.http.patch(`${SERIES}/${series_id}`).query(query).set(operator.bearer).send(patch);
  const at = (starts_at: string, more: object = {}) =>
    booked(t, operator, bookingAt(starts_at, { resource: 'Anna', ...more }));

  it('is a row for each, of one client, with one id, each with its history and its event', async () => {
    const { series_id, created, conflicts } = await made({ title: 'Therapy', duration_minutes: 60 });
    expect(conflicts).toEqual([]);
    expect(days(created)).toEqual(weekly(['03-02', '03-09', '03-16', '03-23']));
    expect(created.every((one) => one.series_id === series_id && one.title === 'Therapy')).toBe(true);
    expect(new Set(created.map(({ client_id }) => client_id)).size).toBe(1);
    expect(await listed({ series_id })).toEqual(created);
    const history = await t.http.get(`${APPOINTMENTS}/${created[3]!.id}/history`).set(operator.bearer);
    expect(history.body).toHaveLength(1);
    expect(created[0]!.ends_at).toBe('2027-03-02T10:00:00.000Z');
    expect((await at('2027-04-06T09:00:00Z')).series_id).toBeNull();
  });

  it('of somebody without a phone makes one client', async () => {
    await made({ client: { name: 'Without phone' } });
    const { rows } = await t.panel.query('select id from clients');
    expect(rows).toHaveLength(1);
  });

  it('keeps its hour when the clocks change', async () => {
    await setAgent(t, { time_zone: 'Europe/Vienna' });
    const { created } = await made({ starts_at: '2027-03-22T09:00:00Z', rrule: 'FREQ=WEEKLY;COUNT=2' });
    await setAgent(t, { time_zone: 'UTC' });
    expect(days(created)).toEqual(['2027-03-22T09:00', '2027-03-29T08:00']);
  });

  describe('with what is in its way', () => {
    beforeEach(async () => {
      await at('2027-03-09T09:15:00Z');
      const busy = { resource: 'Anna', starts_at: '2027-03-16T08:00:00Z', ends_at: '2027-03-16T10:00:00Z' };
      await t.http.post('/api/blocks').set(operator.bearer).send(busy);
      await setAgent(t, { closures: [{ from: '2027-03-23', to: '2027-03-23', reason: 'Holiday' }] });
    });
    afterAll(() => setAgent(t, { closures: [] }));
    const CONFLICTS = [
      { starts_at: '2027-03-09T09:00:00.000Z', code: 'slot_taken' },
      { starts_at: '2027-03-16T09:00:00.000Z', code: 'busy' },
      { starts_at: '2027-03-23T09:00:00.000Z', code: 'outside_hours' },
    ];

    it('lists all of it before it is made', async () => {
      const trial = await repeat({}, true);
      expect(trial.status).toBe(200);
      expect(trial.body.conflicts).toEqual(CONFLICTS);
      expect(days(trial.body.created)).toEqual(weekly(['03-02']));
      expect(await listed()).toHaveLength(1);
    });

    it('is not made at all, without a word', async () => {
      for (const more of [{}, { on_conflict: 'fail' }]) {
        const refused = await repeat({ ...more, client: { name: 'Nobody yet' } });
        expectProblem(refused, 409, 'series_conflicts');
        expect(refused.body.conflicts).toEqual(CONFLICTS);
      }
      expect(await listed()).toHaveLength(1);
      const { rows } = await t.panel.query(`select from clients where name = 'Nobody yet'`);
      expect(rows).toEqual([]);
    });

    it('leaves these out', async () => {
      const { created, conflicts } = await made({ on_conflict: 'skip' });
      expect(conflicts).toEqual(CONFLICTS);
      expect(days(created)).toEqual(weekly(['03-02']));
    });

    it('has another time in their place, or leaves out those that are named', async () => {
      const exceptions = [
        { starts_at: '2027-03-09T09:00:00Z', moved_to: '2027-03-10T11:00:00Z' },
        { starts_at: '2027-03-16T10:00:00+01:00', moved_to: null },
        { starts_at: '2027-03-23T09:00:00Z', moved_to: '2027-03-22T09:00:00Z' },
      ];
      const { series_id, created, conflicts } = await made({ exceptions });
      expect(conflicts).toEqual([]);
      expect(days(created)).toEqual(['2027-03-02T09:00', '2027-03-10T11:00', '2027-03-22T09:00']);
      expect(await listed({ series_id })).toEqual(created);
    });

    it('is refused where the other time is taken too, by that time', async () => {
      const moved = { starts_at: '2027-03-16T09:00:00Z', moved_to: '2027-03-09T09:00:00Z' };
      const left = ['09', '23'].map((day) => ({ starts_at: `2027-03-${day}T09:00:00Z`, moved_to: null }));
      const refused = await repeat({ exceptions: [moved, ...left] });
      expectProblem(refused, 409, 'series_conflicts');
      expect(refused.body.conflicts).toEqual([CONFLICTS[0]]);
      expect(await listed()).toHaveLength(1);
    });

    it('stands there all the same, where a person wants it', async () => {
      const { created } = await made({ allow_busy: true, allow_overlap: true });
      expect(created.map(({ squeezed }) => squeezed)).toEqual([false, true, false, false]);
    });
  });

  it('has a rule with more than one time, and no id of its booker', async () => {
    expect(refusedFields(await repeat({ rrule: 'FREQ=WEEKLY;COUNT=1' }))).toEqual([['rrule', 'incorrect']]);
    expect(refusedFields(await repeat({ rrule: 'FREQ=HOURLY;COUNT=2' }))).toEqual([['rrule', 'not_allowed']]);
    expect(refusedFields(await repeat({ external_id: 'x' }))).toEqual([['external_id', 'unknown_field']]);
  });

  it('has exceptions of its own times alone, each once, and not of all', async () => {
    const at = (day: string, moved_to: string | null = null) => ({
      ...{ starts_at: `2027-03-${day}T09:00:00Z`, moved_to },
    });
    const refused = async (...exceptions: object[]) => refusedFields(await repeat({ exceptions }));
    expect(await refused(at('03'))).toEqual([['exceptions.0.starts_at', 'incorrect']]);
    expect(await refused(at('02'), at('02'))).toEqual([['exceptions.1.starts_at', 'incorrect']]);
    expect(await refused(...['02', '09', '16', '23'].map((day) => at(day)))).toEqual([
      ['exceptions', 'incorrect'],
    ]);
  });

  it('has no time further away than a rule reaches', async () => {
    for (const moved_to of ['2028-03-10T09:00:00Z', '2026-02-20T09:00:00Z', '9999-12-31T23:45:00Z']) {
      const refused = await repeat({ exceptions: [{ starts_at: NINE, moved_to }] });
      expect(refusedFields(refused)).toEqual([['exceptions.0.moved_to', 'out_of_range']]);
    }
  });

  it('is refused as unknown where its client is removed at the same moment', async () => {
    const client = await t.http.post('/api/clients').set(operator.bearer).send({ name: 'Gone' });
    const other = await t.panel.connect();
    try {
      await other.query('begin');
      await other.query('delete from clients where id = $1', [client.body.id]);
      const booking = repeat({ client: undefined, client_id: client.body.id }).then((answer) => answer);
      await eventually(async () => (await t.panel.query(WAITS_FOR_LOCK)).rows.length > 0);
      await other.query('commit');
      expect(refusedFields(await booking)).toEqual([['client_id', 'incorrect']]);
    } finally {
      other.release(true);
    }
  });

  it('is on whoever is free, each time anew', async () => {
    await at('2027-03-09T09:00:00Z');
    const { created } = await made({ resource: 'any' });
    expect(created).toHaveLength(4);
    expect(created[1]!.resource).toBe('Ben');
  });

  it('of a year of weeks with five conflicts is made without them', async () => {
    const taken = ['03-16', '04-13', '05-11', '06-08', '07-06'];
    for (const day of taken) await at(`2027-${day}T09:00:00Z`);
    const { created, conflicts } = await made({ rrule: 'FREQ=WEEKLY;COUNT=52', on_conflict: 'skip' });
    expect(created).toHaveLength(47);
    expect(days(conflicts)).toEqual(weekly(taken));
  });

  it.each<[string, (ids: string[], series_id: string) => PromiseLike<{ status: number }>]>([
    ['moved to later', (_, series_id) => change(series_id, { starts_at: '2027-03-02T11:00:00Z' })],
    [
      'of which two are swapped',
      ([first, last]) => t.http.post(`${APPOINTMENTS}/swap`).set(operator.bearer).send({ a: first, b: last }),
    ],
  ])(
    '%s waits for who tells its client in the order of ids, so that neither waits for the other',
    async (_, act) => {
      const { created, series_id } = await made({ rrule: 'FREQ=WEEKLY;COUNT=2' });
      const ids = created.map(({ id }) => id).sort();
      const teller = await t.panel.connect();
      const lock = (id: string | undefined) =>
        teller.query('select from told_appointments where appointment_id = $1 for no key update nowait', [
          id,
        ]);
      await teller.query('begin');
      await lock(ids[0]);
      const changed = act(ids, series_id);
      void changed.then(() => undefined);
      await eventually(async () => (await t.panel.query(WAITS_FOR_LOCK)).rowCount === 1);
      try {
        await lock(ids[1]);
      } finally {
        await teller.query('commit');
        teller.release();
      }
      expect((await changed).status).toBe(200);
    },
  );

  describe('changes', () => {
    it('one alone, that one and those after it, or all', async () => {
      const { series_id, created } = await made();
      const third = created[2]!;
      await t.http.patch(`${APPOINTMENTS}/${created[0]!.id}`).set(operator.bearer).send({ title: 'First' });
      const following = await change(series_id, { title: 'Rest' }, { from: third.id });
      expect(days(following.body.changed)).toEqual(weekly(['03-16', '03-23']));
      expect((await listed({ series_id })).map(({ title }) => title)).toEqual(['First', '', 'Rest', 'Rest']);
      const all = await change(series_id, { resource: 'Ben' });
      expect(all.body.changed).toHaveLength(4);
    });

    it('its day and hour, by the clocks of the business, past its own others', async () => {
      const { series_id, created } = await made();
      // A week later: each goes to where the next one stands.
      const later = await change(series_id, { starts_at: '2027-03-09T11:00:00Z', duration_minutes: 45 });
      expect(later.status).toBe(200);
      expect(days(later.body.changed)).toEqual(weekly(['03-09', '03-16', '03-23', '03-30'], '11:00'));
      expect(later.body.changed[3].ends_at).toBe('2027-03-30T11:45:00.000Z');
      const back = await change(series_id, { starts_at: '2027-03-02T09:00:00Z' }, { from: created[0]!.id });
      expect(days(back.body.changed)).toEqual(weekly(['03-02', '03-09', '03-16', '03-23']));
    });

    it('all of them by the one whose new time is sent', async () => {
      const { series_id, created } = await made();
      const [, second, third] = created;
      const moved = { starts_at: '2027-03-17T10:30:00Z' };
      const all = await change(series_id, moved, { starts_at_of: third!.id });
      expect(days(all.body.changed)).toEqual(weekly(['03-03', '03-10', '03-17', '03-24'], '10:30'));
      const following = await change(
        series_id,
        { starts_at: '2027-03-16T09:00:00Z' },
        { from: second!.id, starts_at_of: third!.id },
      );
      expect(days(following.body.changed)).toEqual(weekly(['03-09', '03-16', '03-23']));
      expectProblem(await change(series_id, moved, { starts_at_of: randomUUID() }), 404, 'not_found');
    });

    it('its length with its service, unless that is asked for too', async () => {
      await setAgent(t, { services: [{ name: 'Long', duration_minutes: 90 }] });
      const { series_id } = await made();
      const moved = { starts_at: '2027-03-02T10:00:00Z', service: 'Long' };
      const ends = async (patch: object) => {
        const { changed } = (await change(series_id, patch)).body as ChangedSeriesDto;
        return changed.map((one) => one.ends_at.slice(11, 16));
      };
      expect(await ends(moved)).toEqual(Array.from({ length: 4 }, () => '11:30'));
      expect(await ends({ ...moved, duration_minutes: 45 })).toEqual(
        Array.from({ length: 4 }, () => '10:45'),
      );
      await setAgent(t, { services: [] });
    });

    it('no one that somebody cancels meanwhile, and waits for it without holding its resource', async () => {
      const { series_id, created } = await made();
      const other = await t.panel.connect();
      try {
        await other.query('begin');
        await other.query(`update appointments set status = 'cancelled' where id = $1`, [created[1]!.id]);
        const changing = change(series_id, { starts_at: '2027-03-02T11:00:00Z' }).then((answer) => answer);
        await eventually(async () => (await t.panel.query(WAITS_FOR_LOCK)).rows.length > 0);
        const { rows } = await other.query<{ free: boolean }>(
          `select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.resource}, hashtext(folded_name('Anna'))) as free`,
        );
        expect(rows).toEqual([{ free: true }]);
        await other.query('commit');
        expect(days((await changing).body.changed)).toEqual(weekly(['03-02', '03-16', '03-23'], '11:00'));
      } finally {
        other.release(true);
      }
      const statuses = (await listed({ series_id })).map(({ status }) => status);
      expect(statuses.filter((status) => status === 'cancelled')).toHaveLength(1);
    });

    it('nothing where one of them has no place, or all but that one', async () => {
      const { series_id } = await made();
      await at('2027-03-09T11:00:00Z');
      const refused = await change(series_id, { starts_at: '2027-03-02T11:00:00Z' });
      expectProblem(refused, 409, 'series_conflicts');
      expect(refused.body.conflicts).toEqual([{ starts_at: '2027-03-09T11:00:00.000Z', code: 'slot_taken' }]);
      expect(days(await listed({ series_id }))).toEqual(weekly(['03-02', '03-09', '03-16', '03-23']));
      const skipped = await change(series_id, { starts_at: '2027-03-02T11:00:00Z', on_conflict: 'skip' });
      expect(days(await listed({ series_id }))).toEqual([
        ...weekly(['03-02'], '11:00'),
        ...weekly(['03-09']),
        ...weekly(['03-16', '03-23'], '11:00'),
      ]);
      expect(skipped.body.conflicts).toHaveLength(1);
    });

    it('nothing of what is over, and is cancelled from one of them on', async () => {
      const { series_id, created } = await made();
      t.clock.set('2027-03-02T12:00:00.000Z');
      operator = await signIn(t, { role: 'operator' });
      await t.http
        .delete(`${SERIES}/${series_id}`)
        .query({ from: created[2]!.id })
        .set(operator.bearer)
        .expect(204);
      const statuses = async () => (await listed({ series_id })).map(({ status }) => status);
      expect(await statuses()).toEqual(['confirmed', 'confirmed', 'cancelled', 'cancelled']);
      await t.http.delete(`${SERIES}/${series_id}`).set(operator.bearer).expect(204);
      expect(await statuses()).toEqual(['confirmed', 'cancelled', 'cancelled', 'cancelled']);
      t.clock.set('2027-03-01T08:00:00.000Z');
      operator = await signIn(t, { role: 'operator' });
    });

    it('nothing that there is not', async () => {
      const { series_id } = await made();
      expectProblem(await change(randomUUID(), { title: 'x' }), 404, 'not_found');
      expectProblem(await change(series_id, { title: 'x' }, { from: randomUUID() }), 404, 'not_found');
      expectProblem(await t.http.delete(`${SERIES}/${randomUUID()}`).set(operator.bearer), 404, 'not_found');
    });
  });
});
