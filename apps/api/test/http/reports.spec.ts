import { randomUUID } from 'node:crypto';
import type {
  ReportBookingsDto,
  ReportConversationsDto,
  ReportDto,
  ReportGrouping,
} from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { ReportDaysService } from '../../src/reports/report-days.service';
import { AT_ONCE } from '../../src/reports/reports.repository';
import { AS_AGENT, Conversations, newChat } from '../harness/data/conversations';
import { beginSession, signIn, type SignedInUser } from '../harness/data/panel-users';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { emptyTables } from '../harness/databases/empty-tables';
import { insertRows } from '../harness/databases/rows';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SOME = ['day', 'month', 'service'] as const;
const ALL = ['week', 'source', 'resource', 'hour', ...SOME] as const;
/** A Friday, at ten o'clock in UTC. */
const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const STATUSES = ['confirmed', 'completed', 'cancelled', 'no_show'];
const SOURCES = ['phone', 'chat', 'panel', 'web'];
const CHANNELS = ['chat', 'phone', 'whatsapp', 'team:two'];

interface MadeAppointment {
  id: string;
  created_at: string;
  starts_at: string;
  ends_at: string;
  status: string;
  source: string;
  resource: string;
  times_moved: number;
  made_by_agent: boolean | null;
  made_in_hours: boolean | null;
  services: { service_id: string; duration_minutes: number }[];
}

interface MadeConversation {
  id: string;
  created_at: string;
  channel: string;
  person_needed: boolean | null;
  first_answer_s: number | null;
  longest_wait_s: number | null;
  unanswered_since: string | null;
}

/** Numbers that look random and are the same each time. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('reports', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp();
    await clock(NOW);
  });
  afterEach(() =>
    emptyTables(
      t.panel,
      ...['clients', 'appointments', 'conversations', 'report_cells', 'report_days', 'report_marks'],
      'erased_conversation_figures',
    ),
  );
  afterAll(() => t.close());

  let signed_in_at = 0;
  /** Tokens last ten minutes. */
  async function clock(at: number): Promise<void> {
    t.clock.set(new Date(at));
    if (Math.abs(at - signed_in_at) < 5 * MINUTE_MS) return;
    signed_in_at = at;
    admin = admin === undefined ? await signIn(t) : await beginSession(t, admin.id, admin.email);
  }
  const get = (query: object, path = 'reports') => t.http.get(`/api/${path}`).query(query).set(admin.bearer);
  const report = async (query: object) => (await get(query).expect(200)).body as ReportDto;
  const count = () => t.app.get(ReportDaysService).run({}, new AbortController().signal);

  async function configure(changes: object): Promise<void> {
    const { body } = await t.http.get('/api/settings/chat-agent').set(admin.bearer).expect(200);
    await t.http
      .put('/api/settings/chat-agent')
      .set(admin.bearer)
      .send({ ...body, ...changes })
      .expect(200);
  }

  async function makeService(name: string): Promise<string> {
    const { body } = await t.http
      .post('/api/services')
      .set(admin.bearer)
      .send({ name, duration_minutes: 30 })
      .expect(201);
    return (body as { id: string }).id;
  }

  async function storeAppointments(appointments: readonly MadeAppointment[]): Promise<void> {
    const client_id = randomUUID();
    const at = new Date(NOW).toISOString();
    const texts = { name_key: '', search_text: '', company: '', notes: '', tags: [] };
    const client = {
      id: client_id,
      name: 'Ada',
      status: 'active',
      source: 'panel',
      version: 1,
      created_at: at,
    };
    await insertRows(t.panel, 'clients', [{ ...client, ...texts, updated_at: at }]);
    await insertRows(
      t.panel,
      'appointments',
      appointments.map(({ services: _services, ...row }) => ({
        ...row,
        ...{ client_id, title: 'Cut', notes: '', version: 1, updated_at: row.created_at, squeezed: true },
      })),
    );
    await insertRows(
      t.panel,
      'appointment_services',
      appointments.flatMap(({ id, services }) =>
        services.map((service, index) => ({
          appointment_id: id,
          position: index + 1,
          buffer_minutes: 0,
          ...service,
        })),
      ),
    );
  }

  async function storeConversations(conversations: readonly MadeConversation[]): Promise<void> {
    await insertRows(
      t.panel,
      'conversations',
      conversations.map((row) => ({
        ...row,
        ...{
          chat_id: row.id,
          status: 'open',
          takeovers: 0,
          unread_count: 0,
          received_to: 0,
          search_text: '',
        },
        ...{ is_client_chosen: false, updated_at: row.created_at },
      })),
    );
  }

  describe('equal what a slow look at all rows finds', () => {
    const number = numbersFrom(82);
    const oneOf = <T>(all: readonly T[]) => all[number(all.length)] as T;
    const FROM = Date.parse('2026-01-20T00:00:00Z');
    /** Each minute of these days may have a row, so also those that clocks show twice or never. */
    const moment = (span: number) => FROM + number(span / MINUTE_MS) * MINUTE_MS;
    const text = (ms: number) => new Date(ms).toISOString();
    let services: string[];
    let appointments: MadeAppointment[];
    let conversations: MadeConversation[];

    beforeAll(async () => {
      services = [await makeService('Cut'), await makeService('Colour'), await makeService('Wash')];
      appointments = Array.from({ length: 1_000 }, () => {
        const starts = moment(310 * DAY_MS);
        const byAgent = oneOf([true, true, false, null]);
        return {
          id: randomUUID(),
          created_at: text(moment(290 * DAY_MS)),
          starts_at: text(starts),
          ends_at: text(starts + (15 + number(200)) * MINUTE_MS),
          status: oneOf(STATUSES),
          source: oneOf(SOURCES),
          resource: oneOf(['Anna', 'Ben', 'Chair 1', 'Chair 2']),
          times_moved: oneOf([0, 0, 1, 3]),
          made_by_agent: byAgent,
          made_in_hours: oneOf([true, false, null]),
          services: services.slice(0, number(3)).map((service_id) => ({
            service_id,
            duration_minutes: 10 + number(90),
          })),
        };
      });
      conversations = Array.from({ length: 1_000 }, () => {
        const created = moment(300 * DAY_MS);
        const needed = oneOf([true, false, false, null]);
        return {
          id: randomUUID(),
          created_at: text(created),
          channel: oneOf(CHANNELS),
          person_needed: needed,
          first_answer_s: needed === null ? null : oneOf([null, number(5), number(600), number(90_000)]),
          longest_wait_s: needed === true ? oneOf([null, 0, 299, 300, 4_000]) : null,
          unanswered_since: oneOf([null, null, text(created)]),
        };
      });
    });

    const PERIODS = [
      // The days around the changes of clocks of each zone, and of all.
      { from: '2026-03-01', to: '2026-04-10' },
      { from: '2026-09-20', to: '2026-11-05' },
      { from: '2026-02-01', to: '2026-12-01' },
    ];
    const ZONES = [
      ...['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'],
      // Half an hour, and on the other side of the earth.
      ...['Australia/Lord_Howe', 'Pacific/Chatham'],
    ];

    it.each(ZONES)('in %s, counted now, beforehand, and after changes', async (time_zone) => {
      await configure({ time_zone });
      await storeAppointments(appointments);
      await storeConversations(conversations);
      const compare = async (groupings: readonly ReportGrouping[]) => {
        for (const period of PERIODS)
          for (const by of groupings) {
            const found = await report({ ...period, by });
            expect(asCounted(found)).toEqual(
              oracle({ ...period, by, time_zone, appointments, conversations }, found),
            );
          }
      };
      await compare(ALL);
      await count();
      expect((await t.panel.query('select from report_marks')).rows).toEqual([]);
      await compare(SOME);
      // After its day was counted, each kind of row changes or goes.
      const [moved, ended, gone, ...rest] = appointments;
      const [erased, answered, ...others] = conversations;
      if (!moved || !ended || !gone || !erased || !answered) throw new Error('There are too few rows.');
      const later = { starts_at: '2026-10-25T00:30:00.000Z', ends_at: '2026-10-25T02:30:00.000Z' };
      await t.panel.query(
        'update appointments set starts_at = $2, ends_at = $3, times_moved = 5 where id = $1',
        [...[moved.id, later.starts_at, later.ends_at]],
      );
      await t.panel.query(`update appointments set status = 'no_show' where id = $1`, [ended.id]);
      await t.panel.query('delete from appointments where id = $1', [gone.id]);
      await t.panel.query(
        'update conversations set longest_wait_s = 300, person_needed = true where id = $1',
        [answered.id],
      );
      // Whoever is erased was there: figures stay.
      await t.panel.query('delete from conversations where id = $1', [erased.id]);
      const before = [appointments, conversations] as const;
      appointments = [{ ...moved, ...later, times_moved: 5 }, { ...ended, status: 'no_show' }, ...rest];
      conversations = [erased, { ...answered, longest_wait_s: 300, person_needed: true }, ...others];
      await compare(SOME);
      await count();
      await compare(SOME);
      [appointments, conversations] = before;
    });

    it('in lists, which have the rows of each figure', async () => {
      await configure({ time_zone: 'Europe/Berlin' });
      await storeAppointments(appointments);
      await storeConversations(conversations);
      const { period, bookings, conversations: talks, resources, response } = await report(PERIODS[1] ?? {});
      const created = { created_after: period.begins, created_before: period.ends };
      const starts = { starts_after: period.begins, to: period.ends };
      const listed = async (path: string, query: object) => {
        const { body } = await get({ ...query, limit: 1 }, path).expect(200);
        return (body as { total: number }).total;
      };
      const found: Record<string, number> = {};
      for (const [figure, query] of Object.entries({
        ...{ made: created, by_agent: { ...created, made_by: 'agent' } },
        by_agent_in_hours: { ...created, made_by: 'agent_in_hours' },
        by_agent_outside_hours: { ...created, made_by: 'agent_outside_hours' },
        ...{ visits: starts, moved: { ...starts, moved: 'true' } },
        ...{ cancelled: { ...starts, status: 'cancelled' }, no_show: { ...starts, status: 'no_show' } },
      }))
        found[figure] = await listed('appointments', query);
      expect(bookings).toMatchObject(found);
      for (const { id, no_show } of bookings.services.slice(0, 2))
        expect(await listed('appointments', { ...starts, service_id: id, status: 'no_show' })).toBe(no_show);
      for (const { id, visits } of resources.slice(0, 2))
        expect(await listed('appointments', { ...starts, resource_id: id })).toBe(visits);
      const standing = { ...starts, status: 'pending,confirmed,completed,no_show' };
      for (const { visits, ...hour } of bookings.busiest.filter((_, index) => index % 20 === 0))
        expect([hour, await listed('appointments', { ...standing, ...hour })]).toEqual([hour, visits]);
      // A search reads its hits in another way.
      expect(await listed('appointments', { ...starts, moved: 'true', search: 'Ada' })).toBe(bookings.moved);
      const { begun, alone, person_needed, waited } = talks;
      const outcomes = [undefined, 'alone', 'person,waited', 'waited', 'answered'];
      const counts = await Promise.all(
        outcomes.map((outcome) => listed('conversations', { ...created, outcome })),
      );
      expect(counts).toEqual([begun, alone, person_needed, waited, response.answered]);
    });
  });

  describe('count what happens', () => {
    const TODAY = { from: '2026-11-20', to: '2026-11-21' };
    beforeAll(async () => {
      await clock(NOW);
      const working_hours = [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '18:00' }));
      await configure({ time_zone: 'UTC', working_hours, agent_hours: 'any' });
    });
    beforeEach(() => clock(NOW));

    const ping = async (chat_id: string, at: number, role: 'user' | 'assistant', needs_human = false) => {
      await clock(NOW + at);
      const message = { role, text: `${role} ${at}` };
      return (await new Conversations(t, admin).ping({ chat_id, needs_human, message })).conversation_id;
    };
    const reply = async (id: string, at: number) => {
      await clock(NOW + at);
      await t.http.post(`/api/conversations/${id}/takeover`).set(admin.bearer).expect(200);
      await t.http
        .post(`/api/conversations/${id}/messages`)
        .set(admin.bearer)
        .send({ text: 'Here I am' })
        .expect(201);
    };

    it('of conversations: alone, with a person, waited, and how long the first answer took', async () => {
      const [alone, asked, waited, silent] = [newChat(), newChat(), newChat(), newChat()];
      const ids = [await ping(asked, 0, 'user', true), await ping(waited, 0, 'user', true)] as const;
      await ping(alone, 0, 'user');
      await ping(silent, 0, 'user');
      await ping(alone, 30_000, 'assistant');
      // A later answer, however slow, is not the first.
      await ping(alone, 31_000, 'user');
      await reply(ids[0], MINUTE_MS);
      await ping(alone, 2 * MINUTE_MS, 'assistant');
      await reply(ids[1], 5 * MINUTE_MS);
      const { conversations, response } = await report(TODAY);
      expect(conversations).toMatchObject({ begun: 4, recorded: 4, alone: 1, person_needed: 2, waited: 1 });
      expect(conversations.groups).toMatchObject([{ key: '2026-11-20', begun: 4, alone: 1 }]);
      expect(response).toMatchObject({ answered: 3, median_s: 60, p90_s: 300 });
      // Who asks again is unanswered, and who closes without a word has not answered.
      await ping(alone, 6 * MINUTE_MS, 'user');
      const { body } = await t.http.get(`/api/conversations?search=${silent}`).set(admin.bearer).expect(200);
      const [{ id }] = body.items as [{ id: string }];
      await t.http.patch(`/api/conversations/${id}`).set(admin.bearer).send({ status: 'closed' }).expect(200);
      const later = await report(TODAY);
      expect(later.conversations).toMatchObject({ begun: 4, alone: 0, person_needed: 2, waited: 1 });
      expect(later.response.answered).toBe(3);
    });

    it('of conversations from before, nothing but that they began', async () => {
      const made = {
        person_needed: null,
        first_answer_s: null,
        longest_wait_s: null,
        unanswered_since: null,
      };
      const begun = { id: randomUUID(), created_at: new Date(NOW).toISOString(), channel: 'chat' };
      await storeConversations([{ ...begun, ...made }]);
      const { conversations, response } = await report(TODAY);
      const nothing = { alone: null, person_needed: null, waited: null };
      expect(conversations).toMatchObject({ begun: 1, recorded: 0, ...nothing });
      expect(Date.parse(conversations.recorded_since)).toBeGreaterThan(0);
      expect(response).toMatchObject({ answered: 0, median_s: null, p90_s: null });
      // What happens to it now does not make it known.
      await t.panel.query(`update conversations set status = 'needs_human' where id = $1`, [begun.id]);
      expect((await report(TODAY)).conversations).toMatchObject({ recorded: 0, ...nothing });
    });

    it('of bookings: by the agent while the business is open and closed, moved, cancelled, missed', async () => {
      const book = async (headers: Record<string, string>, hour: number) => {
        const starts_at = new Date(NOW + DAY_MS * 3 + hour * HOUR_MS).toISOString();
        const { body } = await t.http
          .post('/api/appointments')
          .set(headers)
          .send({ client: { name: 'Ada', phone: `+3019${hour}1234567` }, starts_at })
          .expect(201);
        return body as { id: string };
      };
      await book(AS_AGENT, 0);
      const byPerson = await book(admin.bearer, 1);
      await clock(NOW + 10 * HOUR_MS);
      await book(AS_AGENT, 2);
      const moved = await book(AS_AGENT, 3);
      const starts_at = new Date(NOW + DAY_MS * 3 + 5 * HOUR_MS).toISOString();
      await t.http.patch(`/api/appointments/${moved.id}`).set(admin.bearer).send({ starts_at }).expect(200);
      const change = (id: string, status: string) =>
        t.http.patch(`/api/appointments/${id}`).set(admin.bearer).send({ status }).expect(200);
      await change(byPerson.id, 'cancelled');
      const { bookings } = await report({ from: '2026-11-20', to: '2026-11-24' });
      expect(bookings).toMatchObject({
        ...{ made: 4, by_agent: 3, by_agent_in_hours: 1, by_agent_outside_hours: 2 },
        ...{ visits: 4, moved: 1, cancelled: 1, no_show: 0, minutes: 90 },
      });
      expect(bookings.busiest).toEqual([10, 12, 15].map((hour) => ({ weekday: 1, hour, visits: 1 })));
      await clock(NOW + DAY_MS * 3 + 6 * HOUR_MS);
      await change(moved.id, 'no_show');
      const { bookings: after, resources } = await report({ from: '2026-11-23', to: '2026-11-24' });
      expect(after).toMatchObject({ made: 0, visits: 4, no_show: 1, minutes: 60 });
      // Who does not come has kept the time.
      expect(resources.find(({ filled_minutes }) => filled_minutes > 0)).toMatchObject({
        filled_minutes: 90,
      });
    });

    it('not at once of many rows of which nothing was counted, and says so', async () => {
      await t.panel.query(
        `insert into conversations (id, chat_id, channel, status, takeovers, unread_count, received_to, search_text,
           is_client_chosen, created_at, updated_at)
         select gen_random_uuid(), n, 'chat', 'open', 0, 0, 0, '', false, $1, $1 from generate_series(1, $2::int) as n`,
        [new Date(NOW).toISOString(), AT_ONCE + 1],
      );
      const { body, headers } = await get(TODAY).expect(409);
      expect([body.code, headers['retry-after']]).toEqual(['counting', '5']);
      await get({ from: '2026-11-19', to: '2026-11-20' }).expect(200);
      await count();
      expect((await report(TODAY)).conversations.begun).toBe(AT_ONCE + 1);
    });

    it('as CSV, in which nothing runs', async () => {
      const begun = { id: randomUUID(), created_at: new Date(NOW).toISOString(), channel: '=1+1' };
      const known = { person_needed: true, first_answer_s: 7, longest_wait_s: 400, unanswered_since: null };
      await storeConversations([{ ...begun, ...known }]);
      const { text, headers } = await get({ ...TODAY, by: 'source' }, 'reports.csv').expect(200);
      expect(headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(text.split('\r\n')).toEqual([
        '\ufeffsource,name,made,by_agent,by_agent_in_hours,by_agent_outside_hours,visits,moved,cancelled,no_show,minutes,' +
          'begun,recorded,alone,person_needed,waited,median_s,p90_s',
        "'=1+1,'=1+1,,,,,,,,,,1,1,0,1,1,,",
        'period,2026-11-20/2026-11-21,0,0,0,0,0,0,0,0,0,1,1,0,1,1,7,7',
        'previous,2026-11-19/2026-11-20,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,',
        '',
      ]);
    });

    it('of whole days: thirty unless it is said, and of no period that is none', async () => {
      const { period, previous, by, definitions } = await report({});
      expect([by, period.from, period.to, previous.from, previous.to]).toEqual([
        'day',
        '2026-10-22',
        '2026-11-21',
        '2026-09-22',
        '2026-10-22',
      ]);
      expect(definitions.every((texts) => Object.values(texts).every((text) => text !== ''))).toBe(true);
      const times = { from: '2026-11-20T23:00:00Z', to: '2026-11-21T00:00:00Z' };
      expect((await report(times)).period).toMatchObject(TODAY);
      await get({ from: '2026-11-20', to: '2026-11-20' }).expect(400);
      await get({ from: '2016-01-01', to: '2026-11-20' }).expect(400);
      await get({ by: 'year' }).expect(400);
    });
  });
});

/** What of a report comes from rows. */
function asCounted(found: ReportDto) {
  const { bookings, conversations, response, resources } = found;
  const { recorded_since: _recorded_since, ...talks } = conversations;
  return { bookings, conversations: talks, response, resources };
}

interface Local {
  day: string;
  week: string;
  month: string;
  hour: number;
  dayOfWeek: number;
}

interface Question {
  from: string;
  to: string;
  by: ReportGrouping;
  time_zone: string;
  appointments: readonly MadeAppointment[];
  conversations: readonly MadeConversation[];
}

/** The report, from all rows one by one. Names and ids of what can be booked are taken from the report. */
function oracle({ from, to, by, time_zone, appointments, conversations }: Question, found: ReportDto) {
  const known = new Map<string, Local>();
  const local = (at: string): Local => {
    const found = known.get(at);
    if (found !== undefined) return found;
    const zoned = Temporal.Instant.from(at).toZonedDateTimeISO(time_zone);
    const { hour, dayOfWeek } = zoned;
    const date = zoned.toPlainDate();
    const week = date.subtract({ days: dayOfWeek - 1 }).toString();
    const read = { day: date.toString(), week, month: date.with({ day: 1 }).toString(), hour, dayOfWeek };
    known.set(at, read);
    return read;
  };
  const first = Temporal.PlainDate.from(from);
  const days = first.until(to, { largestUnit: 'day' }).days;
  const ranges = [
    [from, to],
    [first.subtract({ days }).toString(), from],
  ] as const;
  const within = (at: string, [begin, end]: readonly [string, string]) => {
    const { day } = local(at);
    return day >= begin && day < end;
  };
  const idOf = (resource: string) => found.resources.find(({ name }) => name === resource)?.id ?? resource;
  const groupsOfTime = (at: string) => {
    const { day, week, month } = local(at);
    if (by === 'day') return [day];
    if (by === 'week') return [week];
    if (by === 'month') return [month];
    return [String(local(at).hour).padStart(2, '0')];
  };
  const groupsOf = (one: MadeAppointment, at: string): string[] => {
    if (by === 'source') return [one.source];
    if (by === 'service') return one.services.map(({ service_id }) => service_id);
    if (by === 'resource') return [idOf(one.resource)];
    return groupsOfTime(at);
  };
  const isSeries = ['day', 'week', 'month'].includes(by);
  const bookingsOf = (range: readonly [string, string], group: string | null): ReportBookingsDto => {
    const isIn = (one: MadeAppointment, at: string) =>
      within(at, range) && (group === null || groupsOf(one, at).includes(group));
    const made = appointments.filter((one) => isIn(one, one.created_at));
    const agent = made.filter(({ made_by_agent }) => made_by_agent === true);
    const isUnrecorded = agent.length > 0 && agent.every(({ made_in_hours }) => made_in_hours === null);
    const inHours = (open: boolean) =>
      isUnrecorded ? null : agent.filter(({ made_in_hours }) => made_in_hours === open).length;
    const visits = appointments.filter((one) => isIn(one, one.starts_at));
    const lasts = (one: MadeAppointment) =>
      by === 'service' && group !== null
        ? (one.services.find(({ service_id }) => service_id === group)?.duration_minutes ?? 0)
        : minutesOf(one);
    return {
      made: made.length,
      by_agent: agent.length,
      by_agent_in_hours: inHours(true),
      by_agent_outside_hours: inHours(false),
      visits: visits.length,
      moved: visits.filter(({ times_moved }) => times_moved > 0).length,
      cancelled: visits.filter(({ status }) => status === 'cancelled').length,
      no_show: visits.filter(({ status }) => status === 'no_show').length,
      minutes: total(
        visits.filter(({ status }) => !['cancelled', 'no_show'].includes(status)),
        lasts,
      ),
    };
  };
  const talksOf = (range: readonly [string, string], group: string | null): ReportConversationsDto => {
    const begun = conversations.filter(
      (one) =>
        within(one.created_at, range) &&
        (group === null || (by === 'source' ? one.channel : groupsOfTime(one.created_at)[0]) === group),
    );
    const recorded = begun.filter(({ person_needed }) => person_needed !== null);
    const ofRecorded = (keep: (one: MadeConversation) => boolean) =>
      begun.length > 0 && recorded.length === 0 ? null : recorded.filter(keep).length;
    return {
      begun: begun.length,
      recorded: recorded.length,
      alone: ofRecorded(
        (one) => !one.person_needed && one.first_answer_s !== null && one.unanswered_since === null,
      ),
      person_needed: ofRecorded((one) => one.person_needed === true),
      waited: ofRecorded((one) => one.person_needed === true && (one.longest_wait_s ?? 0) >= 300),
    };
  };
  const responseOf = (range: readonly [string, string]) => {
    const seconds = conversations
      .filter(({ created_at }) => within(created_at, range))
      .flatMap(({ first_answer_s }) => (first_answer_s === null ? [] : [first_answer_s]))
      .sort((a, b) => a - b);
    const at = (part: number) => seconds[Math.ceil(seconds.length * part) - 1] ?? null;
    return { answered: seconds.length, median_s: at(0.5), p90_s: at(0.9) };
  };
  const inEither = (at: string) => ranges.some((range) => within(at, range));
  const keys = isSeries
    ? Array.from(
        { length: days },
        (_, day) => groupsOfTime(startOf(first.add({ days: day }), time_zone))[0] ?? '',
      )
    : appointments.flatMap((one) =>
        [one.created_at, one.starts_at].filter(inEither).flatMap((at) => groupsOf(one, at)),
      );
  const talkKeys = isSeries
    ? keys
    : conversations
        .filter(({ created_at }) => inEither(created_at))
        .flatMap((one) =>
          by === 'source' ? [one.channel] : by === 'hour' ? groupsOfTime(one.created_at) : [],
        );
  const named = (key: string) => ({
    key,
    name: [...found.resources, ...found.bookings.services].find(({ id }) => id === key)?.name ?? key,
  });
  const distinct = (all: readonly string[]) => [...new Set(all)].sort();
  const [now, before] = ranges;
  const inPeriod = appointments.filter(({ starts_at }) => within(starts_at, now));
  const standing = inPeriod.filter(({ status }) => status !== 'cancelled');
  const hours = Map.groupBy(standing, ({ starts_at }) => {
    const { dayOfWeek, hour } = local(starts_at);
    return dayOfWeek * 24 + hour;
  });
  const filled = (resource: string, range: readonly [string, string]) =>
    total(
      appointments.filter(
        (one) => one.resource === resource && one.status !== 'cancelled' && within(one.starts_at, range),
      ),
      minutesOf,
    );
  const ofService = (id: string, range: readonly [string, string]) => {
    const visits = appointments.filter(
      (one) => within(one.starts_at, range) && one.services.some(({ service_id }) => service_id === id),
    );
    const withStatus = (wanted: string) => visits.filter(({ status }) => status === wanted).length;
    const taken = visits.filter(({ status }) => !['cancelled', 'no_show'].includes(status));
    return {
      visits: visits.length,
      cancelled: withStatus('cancelled'),
      no_show: withStatus('no_show'),
      minutes: total(taken, (one) => one.services.find((s) => s.service_id === id)?.duration_minutes ?? 0),
    };
  };
  return {
    bookings: {
      ...bookingsOf(now, null),
      previous: bookingsOf(before, null),
      groups: distinct(keys).map((key) => ({
        ...named(key),
        ...bookingsOf(now, key),
        previous: isSeries ? null : bookingsOf(before, key),
      })),
      busiest: [...hours]
        .sort(([a], [b]) => a - b)
        .map(([key, visits]) => ({ weekday: Math.floor(key / 24), hour: key % 24, visits: visits.length })),
      services: found.bookings.services.map(({ id, name, archived_at }) => ({
        ...{ id, name, archived_at, ...ofService(id, now) },
        previous_no_show: ofService(id, before).no_show,
        previous_minutes: ofService(id, before).minutes,
      })),
    },
    conversations: {
      ...talksOf(now, null),
      previous: talksOf(before, null),
      groups: distinct(talkKeys).map((key) => ({
        ...named(key),
        ...talksOf(now, key),
        previous: isSeries ? null : talksOf(before, key),
      })),
    },
    response: { ...responseOf(now), previous: responseOf(before) },
    resources: found.resources.map(({ id, name, archived_at }) => ({
      ...{ id, name, archived_at },
      visits: inPeriod.filter(({ resource }) => resource === name).length,
      filled_minutes: filled(name, now),
      previous_filled_minutes: filled(name, before),
    })),
  };
}

function minutesOf({ starts_at, ends_at }: MadeAppointment): number {
  return (Date.parse(ends_at) - Date.parse(starts_at)) / MINUTE_MS;
}

function total<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((sum, one) => sum + of(one), 0);
}

function startOf(date: Temporal.PlainDate, time_zone: string): string {
  return date.toZonedDateTime(time_zone).toInstant().toString();
}
