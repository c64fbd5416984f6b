import { Calendar } from './calendar';
import { CHATS, chats } from './chats/chats';
import { readScript } from './chats/demo-chat';
import { people } from './people';
import { projects } from './projects';
import { SESSIONS, sessions } from './sessions/sessions';
import { state } from './state';
import { TASKS, type TaskName } from './task-list';
import { tasks } from './tasks';

const NAMES = Object.keys(TASKS) as TaskName[];
const PARTS = [projects, people, state, sessions, tasks, chats];
/** Of the numbers that the regulator keeps free for fiction. */
const FICTIONAL_PHONE = /^\+44 7700 900\d{3}$/;

const instant = (ago: number, time: string) => new Calendar('2026-11-20').at(ago, time).getTime();

describe('the calendar of the demo', () => {
  it('counts from Monday to Friday', () => {
    const monday = new Calendar('2026-11-23');
    expect(monday.at(1, '09:30').toISOString()).toBe('2026-11-20T09:30:00.000Z');
    expect(monday.at(6, '09:30').toISOString()).toBe('2026-11-13T09:30:00.000Z');
    expect(new Calendar('2026-11-22').at(1, '00:00').toISOString()).toBe('2026-11-20T00:00:00.000Z');
  });
});

describe('the content of the demo', () => {
  it.each(NAMES)('makes the task %s in one session, and ends it at most once and later', (name) => {
    const made = SESSIONS.filter(({ created }) => created?.includes(name));
    const ended = SESSIONS.filter(({ completed }) => completed?.includes(name));
    const cancelled = 'cancelled' in TASKS[name] ? TASKS[name].cancelled : undefined;
    expect(made).toHaveLength(1);
    expect(ended.length + (cancelled === undefined ? 0 : 1)).toBeLessThanOrEqual(1);
    const [{ ago, time }] = made as [(typeof made)[0]];
    for (const end of ended) expect(instant(end.ago, end.time)).toBeGreaterThanOrEqual(instant(ago, time));
    if (cancelled !== undefined) expect(cancelled).toBeLessThanOrEqual(ago);
  });

  it('tells the sessions in their order', () => {
    const times = SESSIONS.map(({ ago, time }) => instant(ago, time));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it.each(CHATS)('has 5 to 40 messages in $chat_id, and who says so writes first', ({ script }) => {
    const messages = readScript(script, new Date(0));
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

  it('names no address and no telephone that could be somebody’s', () => {
    const text = JSON.stringify(PARTS.map((part) => part.rows(new Calendar('2026-11-20'))));
    for (const [domain] of text.matchAll(/[\w-]+\.(?:com|org|net|io|dev|uk|example|test)\b/g))
      expect(domain).toMatch(/\.(example|test)$/);
    for (const [phone] of text.matchAll(/\+\d[\d ]{8,}/g)) expect(phone.trim()).toMatch(FICTIONAL_PHONE);
  });

  it.each(['2026-11-16', '2026-11-20', '2026-11-21', '2026-11-22', '2028-02-29'])(
    'lies before %s, and not long',
    (today) => {
      const text = JSON.stringify(PARTS.map((part) => part.rows(new Calendar(today))));
      const times = [...text.matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)].map(([time]) => time).sort();
      expect(times.at(-1)! < today).toBe(true);
      expect(Date.parse(today) - Date.parse(times.at(-1)!)).toBeLessThan(3 * 86_400_000);
    },
  );
});
