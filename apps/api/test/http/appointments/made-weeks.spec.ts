import { Temporal } from 'temporal-polyfill';
import { ANY_RESOURCE, type AvailabilityDto, type ResourceDto } from '@groupless/shared-dto';
import { candidatesFor } from '../../../src/appointments/availability/candidates';
import { ask, freeTimes } from '../../../src/appointments/availability/free-times';
import type { CurrentSettings } from '../../../src/settings/chat-agent-settings.service';
import { openingHours } from '../../../src/shared/opening-hours/open-hours';
import { APPOINTMENTS, AS_AGENT, booked, bookingAt, setAgent } from '../../harness/data/appointments';
import { signIn } from '../../harness/data/panel-users';
import { anyBelow, rounds } from '../../harness/data/rounds';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { makeWeek, MINUTE_MS, Oracle, SERVICES, type MadeWeek } from './made-week';
import { emptyTables } from '../../harness/databases/empty-tables';

const WEEKS = rounds(300, 10_000);
const BOOKED_WEEKS = rounds(4, 40);
const TRIES = 40;

/** The free starts of a week, each minute that is possible, by the formula. */
function freeStarts(made: MadeWeek): Map<number, string> {
  const { date, days, rooms, booked, busy, length_minutes, buffer_minutes } = made;
  const settings = { ...made.settings, rows: { rooms: [] as object[] } } as CurrentSettings;
  const at = (minute: number) => Date.parse(date) + minute * MINUTE_MS;
  const range = ({ from, to }: { from: number; to: number }) => ({ start: at(from), end: at(to) });
  const wish = {
    ...{ length_ms: length_minutes * MINUTE_MS, step_ms: MINUTE_MS, buffer_minutes },
    between_minutes: settings.buffer_minutes,
  };
  const diaryOf = (resource: string) =>
    ask(
      {
        ...{ resource, hours: openingHours(settings, resource), over: [] },
        busy: busy.filter((one) => one.resource === null || one.resource === resource).map(range),
        booked: booked
          .filter((one) => one.resource === resource)
          .map((one) => ({ ...range(one), buffer_minutes: one.buffer_minutes })),
      },
      wish,
    );
  const first = Temporal.PlainDate.from(date);
  const last = first.add({ days: days - 1 });
  const services = made.services.map(({ name }) => name);
  const persons = candidatesFor({ resource: ANY_RESOURCE, services }, settings);
  const slots = freeTimes(persons.map(diaryOf), first, last, rooms?.map(diaryOf));
  return new Map(slots.map(({ start, resource }) => [(start - at(0)) / MINUTE_MS, resource]));
}

describe('weeks that are made by chance', () => {
  it(`have the free times that a look at each minute finds, with whom it finds (${WEEKS})`, () => {
    for (let round = 0; round < WEEKS; round++) {
      const made = makeWeek();
      const oracle = new Oracle(made);
      const found = freeStarts(made);
      const differences: string[] = [];
      for (let minute = oracle.first; minute < oracle.after; minute++) {
        const best = oracle.bestAt(minute);
        if (best !== found.get(minute)) differences.push(`${minute}: ${found.get(minute)}, not ${best}`);
      }
      if (differences.length > 0)
        throw new Error(`${differences.length} differences, ${differences[0]}, in ${JSON.stringify(made)}`);
    }
  });

  describe('in a database', () => {
    // Each week is booked slot by slot, through whatever stands between.
    jest.setTimeout(600_000);
    let t: ServedApp;
    beforeAll(async () => {
      t = await sharedApp();
    });
    afterAll(() => t.close());

    /** @returns the ids of the services of the visit, in its order */
    async function store(made: MadeWeek): Promise<string[]> {
      t.clock.set(new Date(Date.parse(made.date) - 5 * 24 * 60 * MINUTE_MS).toISOString());
      const operator = await signIn(t, { role: 'operator' });
      await emptyTables(t.panel, 'clients', 'blocks');
      await setAgent(t, {
        ...made.settings,
        resources: [...made.settings.resources, ...(made.rooms ?? [])],
        ...{ enabled: true, agent_hours: 'working', notice_minutes: 0, horizon_days: 365, slot_minutes: 30 },
        services: SERVICES.map((name) => {
          const one = made.services.find((wanted) => wanted.name === name);
          const { duration_minutes = 30, buffer_minutes = 0 } = one ?? {};
          return { name, buffer_minutes, duration_minutes: Math.min(1_440, Math.max(5, duration_minutes)) };
        }),
      });
      const admin = await signIn(t, { role: 'admin' });
      const change = async (kind: string, name: string, body: object) => {
        const listed = await t.http.get(`/api/${kind}`).set(admin.bearer);
        const row = (listed.body as ResourceDto[]).find((one) => one.name === name);
        const { status } = await t.http.patch(`/api/${kind}/${row?.id}`).set(admin.bearer).send(body);
        expect(status).toBe(200);
        return row!.id;
      };
      for (const room of made.rooms ?? []) await change('resources', room, { kind: 'room' });
      for (const person of made.settings.resources) await change('resources', person, { kind: 'person' });
      // One of them needs a room, and the visit is in it as a whole.
      const in_room = made.rooms === null ? undefined : made.services[anyBelow(made.services.length)];
      const ids: string[] = [];
      for (const one of made.services)
        ids.push(await change('services', one.name, { needs_room: one === in_room }));
      const at = (minute: number) => new Date(Date.parse(made.date) + minute * MINUTE_MS).toISOString();
      for (const { resource, from, to, buffer_minutes } of made.booked) {
        const { id } = await booked(t, operator, bookingAt(at(from), { resource, ends_at: at(to) }));
        await t.panel.query('update appointments set buffer_minutes = $2 where id = $1', [
          id,
          buffer_minutes,
        ]);
      }
      for (const { resource, from, to } of made.busy)
        await t.http
          .post('/api/blocks')
          .set(operator.bearer)
          .send({ resource, starts_at: at(from), ends_at: at(to) });
      return ids;
    }

    it(`are sold by an agent at what is free, whoever it is, and at nothing else (${BOOKED_WEEKS})`, async () => {
      for (let round = 0; round < BOOKED_WEEKS; round++) {
        const made = makeWeek();
        const service_ids = await store(made);
        const oracle = new Oracle(made);
        const { date, days, length_minutes: duration_minutes } = made;
        // Several are as long as they are together.
        const length = made.services.length === 1 ? { duration_minutes } : {};
        const book = (starts_at: string, resource: string) =>
          t.http
            .post(APPOINTMENTS)
            .query({ dry_run: true })
            .set(AS_AGENT)
            .send(bookingAt(starts_at, { service_ids, ...length, resource }));
        const minuteOf = (text: string) => (Date.parse(text) - Date.parse(date)) / MINUTE_MS;
        const whose = (status: number, body: unknown) =>
          status === 200 ? (body as { resource: string }).resource : undefined;

        const answer = await t.http
          .get(`${APPOINTMENTS}/availability`)
          .query({ date, days, service_ids: service_ids.join(','), ...length, resource: 'any' })
          .set(AS_AGENT);
        const isDone = made.settings.resources.some((resource) => oracle.does(resource));
        expect([answer.status, answer.body.code]).toEqual(isDone ? [200, undefined] : [409, 'not_offered']);
        const offered = isDone ? (answer.body as AvailabilityDto).slots : [];
        for (const { starts_at, resource } of offered) {
          expect([starts_at, resource]).toEqual([starts_at, oracle.bestAt(minuteOf(starts_at))]);
        }
        const some = offered.filter(() => anyBelow(offered.length) < TRIES / 4);
        for (const { starts_at, resource } of some) {
          const { status, body } = await book(starts_at, 'any');
          expect([starts_at, whose(status, body)]).toEqual([starts_at, resource]);
        }
        for (let go = 0; go < TRIES; go++) {
          const minute = oracle.first + anyBelow(oracle.after - oracle.first);
          const starts_at = new Date(Date.parse(date) + minute * MINUTE_MS).toISOString();
          const named = made.settings.resources[anyBelow(made.settings.resources.length)]!;
          const [one, any] = [await book(starts_at, named), await book(starts_at, 'any')];
          const expected = [oracle.isFree(named, minute) ? named : undefined, oracle.bestAt(minute)];
          expect([starts_at, whose(one.status, one.body), whose(any.status, any.body)]).toEqual([
            starts_at,
            ...expected,
          ]);
        }
      }
    });
  });
});
