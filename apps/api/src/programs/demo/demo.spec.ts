import { Temporal } from 'temporal-polyfill';
import chats from '../../../demo/chats.json';
import listed from '../../../demo/clients.json';
import projects from '../../../demo/projects.json';
import sessions from '../../../demo/sessions.json';
import settings from '../../../demo/settings.json';
import tasks from '../../../demo/tasks.json';
import { faultsOfSettings } from '../../settings/settings-faults';
import { Calendar } from './rows/calendar';
import { readScript } from './rows/chat-script';
import { memoryRows } from './rows/memory-rows';
import { panelRows } from './rows/panel-rows';

const rowsOn = (today: string) => panelRows(new Calendar(today));
/** Of the numbers that the regulator keeps free for fiction. */
const FICTIONAL_PHONE = /^\+44 ?7700 ?900\d{3}$/;

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
  it.each(tasks)(
    'makes the task $key in one session, and ends it at most once and later',
    ({ key, cancelled }) => {
      const made = sessions.filter(({ created }) => created?.includes(key));
      const ended = sessions.filter(({ completed }) => completed?.includes(key));
      expect(made).toHaveLength(1);
      expect(ended.length + (cancelled === undefined ? 0 : 1)).toBeLessThanOrEqual(1);
      const [{ ago, time }] = made as [(typeof made)[0]];
      for (const end of ended) expect(instant(end.ago, end.time)).toBeGreaterThanOrEqual(instant(ago, time));
      if (cancelled !== undefined) expect(cancelled).toBeLessThanOrEqual(ago);
    },
  );

  it('names only projects and tasks that it has', () => {
    const [projectNames, taskKeys] = [projects.map(({ name }) => name), tasks.map(({ key }) => key)];
    for (const { project } of tasks) if (project !== null) expect(projectNames).toContain(project);
    for (const { projects: touched, created = [], completed = [] } of sessions) {
      expect(projectNames).toEqual(expect.arrayContaining(touched));
      expect(taskKeys).toEqual(expect.arrayContaining([...created, ...completed]));
    }
  });

  it('tells the sessions in their order', () => {
    const times = sessions.map(({ ago, time }) => instant(ago, time));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it.each(chats)('has 5 to 40 messages in $chat_id, and who says so writes first', ({ messages: lines }) => {
    const messages = readScript(lines, new Date(0));
    expect(messages.length).toBeGreaterThanOrEqual(5);
    expect(messages.length).toBeLessThanOrEqual(40);
    expect(messages[0]?.role).toBe('user');
  });

  it('gives each chat an id, and each person one number', () => {
    expect(new Set(chats.map(({ chat_id }) => chat_id)).size).toBe(chats.length);
    const phones = chats.map(({ contact_phone }) => contact_phone).filter((phone) => phone !== null);
    for (const phone of phones) expect(phone).toMatch(FICTIONAL_PHONE);
    expect(new Set(phones).size).toBe(phones.length);
  });

  it('knows as a client whoever gave a name in a chat, and writes about nobody else', () => {
    const rows = rowsOn('2026-11-20').clients;
    const writers = chats.map(({ contact_name }) => contact_name).filter((name) => name !== null);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(writers));
    expect(writers).toEqual(
      expect.arrayContaining(listed.filter(({ source }) => source === undefined).map(({ name }) => name)),
    );
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('books for clients that it has, and nobody twice at one time', () => {
    for (const today of ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']) {
      const { appointments: rows, clients } = rowsOn(today);
      for (const one of rows) {
        expect(clients.map(({ id }) => id)).toContain(one.client_id);
        const atOnce = rows.filter((other) => other.resource === one.resource && overlap(other, one));
        expect(atOnce).toHaveLength(1);
      }
    }
  });

  it.each(['2026-11-20', '2026-11-21', '2026-11-22', '2026-07-01'])(
    'is open when it has appointments, and has what they need, on %s',
    (today) => {
      expect(faultsOfSettings(Object.assign({ schedules: [] }, settings))).toEqual([]);
      const local = (at: Date) =>
        Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO(settings.time_zone);
      for (const { resource, starts_at, ends_at } of rowsOn(today).appointments) {
        expect(settings.resources).toContain(resource);
        const [begins, ends] = [local(starts_at), local(ends_at).toPlainTime().toString().slice(0, 5)];
        const [hours] = settings.working_hours.filter(({ day }) => day === begins.dayOfWeek);
        expect(begins.toPlainTime().toString() >= hours!.opens && ends <= hours!.closes).toBe(true);
      }
    },
  );

  it('names no address and no telephone that could be somebody’s', () => {
    const text = JSON.stringify([rowsOn('2026-11-20'), memoryRows(new Calendar('2026-11-20'))]);
    for (const [domain] of text.matchAll(/[\w-]+\.(?:com|org|net|io|dev|uk|example|test)\b/g))
      expect(domain).toMatch(/\.(example|test)$/);
    for (const [phone] of text.matchAll(/\+\d[\d ]{8,}/g)) expect(phone.trim()).toMatch(FICTIONAL_PHONE);
  });

  it.each(['2026-11-16', '2026-11-20', '2026-11-21', '2026-11-22', '2028-02-29'])(
    'lies before %s, and not long',
    (today) => {
      const { clients, conversations } = rowsOn(today);
      const text = JSON.stringify([clients, conversations, memoryRows(new Calendar(today))]);
      const times = [...text.matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)].map(([time]) => time).sort();
      expect(times.at(-1)! < today).toBe(true);
      expect(Date.parse(today) - Date.parse(times.at(-1)!)).toBeLessThan(3 * 86_400_000);
    },
  );
});

type Span = Record<'starts_at' | 'ends_at', Date>;

function overlap(a: Span, b: Span): boolean {
  return a.starts_at < b.ends_at && b.starts_at < a.ends_at;
}
