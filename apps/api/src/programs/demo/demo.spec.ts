import { Temporal } from 'temporal-polyfill';
import { appointments } from './parts/appointments';
import { Calendar } from './calendar';
import { chats } from './parts/chats';
import { clients } from './parts/clients';
import { conversations } from './parts/conversations';
import { readScript } from './data/chat-script';
import { faultsOfSettings } from '../../settings/settings-faults';
import { CHATS, checkedEntries, CLIENTS, PROJECTS, SESSIONS, SETTINGS, TASKS } from './data/demo-data';
import { DemoPerson } from './data/demo-entries';
import { people } from './parts/people';
import { projects } from './parts/projects';
import { sessions } from './parts/sessions';
import { state } from './parts/state';
import { tasks } from './parts/tasks';

const PARTS = [projects, people, state, sessions, tasks, chats, clients, appointments, conversations];
/** Of the numbers that the regulator keeps free for fiction. */
const FICTIONAL_PHONE = /^\+44 7700 900\d{3}$/;

const instant = (ago: number, time: string) => new Calendar('2026-11-20').at(ago, time).getTime();

describe('the calendar of the demo', () => {
  it('counts from Monday to Friday', () => {
    const monday = new Calendar('2026-11-23');
    expect(monday.at(1, '09:30').toISOString()).toBe('2026-11-20T09:30:00.000Z');
    expect(monday.at(6, '09:30').toISOString()).toBe('2026-11-13T09:30:00.000Z');
    expect(new Calendar('2026-11-22').at(1, '00:00').toISOString()).toBe('2026-11-20T00:00:00.000Z');
    expect(new Calendar('2026-11-22').at(0, '09:30').toISOString()).toBe('2026-11-23T09:30:00.000Z');
    expect(new Calendar('2026-11-22').at(-1, '09:30').toISOString()).toBe('2026-11-24T09:30:00.000Z');
  });
});

describe('the content of the demo', () => {
  it.each(TASKS)(
    'makes the task $key in one session, and ends it at most once and later',
    ({ key, cancelled }) => {
      const made = SESSIONS.filter(({ created }) => created?.includes(key));
      const ended = SESSIONS.filter(({ completed }) => completed?.includes(key));
      expect(made).toHaveLength(1);
      expect(ended.length + (cancelled === undefined ? 0 : 1)).toBeLessThanOrEqual(1);
      const [{ ago, time }] = made as [(typeof made)[0]];
      for (const end of ended) expect(instant(end.ago, end.time)).toBeGreaterThanOrEqual(instant(ago, time));
      if (cancelled !== undefined) expect(cancelled).toBeLessThanOrEqual(ago);
    },
  );

  it('names only projects and tasks that it has', () => {
    const [projectNames, taskKeys] = [PROJECTS.map(({ name }) => name), TASKS.map(({ key }) => key)];
    for (const { project } of TASKS) if (project !== null) expect(projectNames).toContain(project);
    for (const { projects: touched, created = [], completed = [] } of SESSIONS) {
      expect(projectNames).toEqual(expect.arrayContaining(touched));
      expect(taskKeys).toEqual(expect.arrayContaining([...created, ...completed]));
    }
  });

  it('says which entry of which file cannot be used', () => {
    const person = { name: 'Ada', relationship: 'customer', notes: '', changed: 1 };
    const check = (entry: object) => () => checkedEntries('people.json', DemoPerson, [person, entry]);
    expect(check({ ...person, changed: 'yesterday' })).toThrow(
      'The demo data in people.json, entry 2, cannot be used: changed must be an integer number.',
    );
    expect(check({ ...person, nmae: 'Ada' })).toThrow('property nmae should not exist');
  });

  it('tells the sessions in their order', () => {
    const times = SESSIONS.map(({ ago, time }) => instant(ago, time));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it.each(CHATS)('has 5 to 40 messages in $chat_id, and who says so writes first', ({ messages: lines }) => {
    const messages = readScript(lines, new Date(0));
    expect(messages.length).toBeGreaterThanOrEqual(5);
    expect(messages.length).toBeLessThanOrEqual(40);
    expect(messages[0]?.role).toBe('user');
  });

  it('gives each chat an id, and each person one number', () => {
    expect(new Set(CHATS.map(({ chat_id }) => chat_id)).size).toBe(CHATS.length);
    const phones = CHATS.map(({ contact_phone }) => contact_phone).filter((phone) => phone !== null);
    for (const phone of phones) expect(phone).toMatch(FICTIONAL_PHONE);
    expect(new Set(phones).size).toBe(phones.length);
  });

  it('knows as a client whoever gave a name in a chat, and writes about nobody else', () => {
    const rows = clients.rows(new Calendar('2026-11-20')) as { id: string; name: string }[];
    const writers = CHATS.map(({ contact_name }) => contact_name).filter((name) => name !== null);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(writers));
    expect(writers).toEqual(
      expect.arrayContaining(CLIENTS.filter(({ source }) => source === undefined).map(({ name }) => name)),
    );
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('books for clients that it has, and nobody twice at one time', () => {
    const names = (clients.rows(new Calendar('2026-11-20')) as { name: string }[]).map(({ name }) => name);
    for (const today of ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']) {
      const rows = appointments.rows(new Calendar(today)) as DemoAppointmentRow[];
      for (const { client, ...one } of rows) {
        expect(names).toContain(client);
        const atOnce = rows.filter((other) => other.resource === one.resource && overlap(other, one));
        expect(atOnce).toHaveLength(1);
      }
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    }
  });

  it.each(['2026-11-20', '2026-11-21', '2026-11-22', '2026-07-01'])(
    'is open when it has appointments, and has what they need, on %s',
    (today) => {
      expect(faultsOfSettings(Object.assign({ schedules: [] }, SETTINGS))).toEqual([]);
      for (const { resource, starts_at, minutes } of appointments.rows(
        new Calendar(today),
      ) as DemoAppointmentRow[]) {
        expect(SETTINGS.resources).toContain(resource);
        const begins = Temporal.Instant.from(starts_at.toISOString()).toZonedDateTimeISO(SETTINGS.time_zone);
        const ends = begins.add({ minutes }).toPlainTime().toString().slice(0, 5);
        const [hours] = SETTINGS.working_hours.filter(({ day }) => day === begins.dayOfWeek);
        expect(begins.toPlainTime().toString() >= hours!.opens && ends <= hours!.closes).toBe(true);
      }
    },
  );

  it('names no address and no telephone that could be somebody’s', () => {
    const text = JSON.stringify(PARTS.map((part) => part.rows(new Calendar('2026-11-20'))));
    for (const [domain] of text.matchAll(/[\w-]+\.(?:com|org|net|io|dev|uk|example|test)\b/g))
      expect(domain).toMatch(/\.(example|test)$/);
    for (const [phone] of text.matchAll(/\+\d[\d ]{8,}/g)) expect(phone.trim()).toMatch(FICTIONAL_PHONE);
  });

  it.each(['2026-11-16', '2026-11-20', '2026-11-21', '2026-11-22', '2028-02-29'])(
    'lies before %s, and not long',
    (today) => {
      const past = PARTS.filter((part) => part !== appointments);
      const text = JSON.stringify(past.map((part) => part.rows(new Calendar(today))));
      const times = [...text.matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)].map(([time]) => time).sort();
      expect(times.at(-1)! < today).toBe(true);
      expect(Date.parse(today) - Date.parse(times.at(-1)!)).toBeLessThan(3 * 86_400_000);
    },
  );
});

interface DemoAppointmentRow {
  id: string;
  client: string;
  resource: string;
  starts_at: Date;
  minutes: number;
}

function overlap(a: Omit<DemoAppointmentRow, 'client'>, b: Omit<DemoAppointmentRow, 'client'>): boolean {
  const end = (one: typeof a) => one.starts_at.getTime() + one.minutes * 60_000;
  return a.starts_at.getTime() < end(b) && b.starts_at.getTime() < end(a);
}
