import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../harness/databases/open-pool';
import { ReplicaPair } from '../harness/databases/replica-pair';
import { eventually } from '../harness/data/times';
import { prove } from '../harness/hostile/fire';
import { MailServer } from '../harness/http/mail-server';

const isFull = process.env['FULL_TESTS'] === '1';
const PLAN = isFull
  ? { appointments: 1_000, kills: 50, pause_ms: 2_000 }
  : { appointments: 30, kills: 1, pause_ms: 500 };
/** Every tenth is cancelled before its reminder is due, the next one while mails are on their way. */
const CANCELLED = 10;
/** Between the look whether a mail is still true and its way to the server. */
const ON_ITS_WAY_MS = 3_000;

jest.setTimeout(isFull ? 40 * 60_000 : 290_000);

/** All are due now: they begin in 19 to 24 hours, and were booked ten hours ago. */
const BOOK = `
  with client as (
    insert into clients (id, name, email, source)
    select gen_random_uuid(), 'Client ' || i, 'client-' || i || '@example.com', 'panel' from generate_series(1, $1::int) as i
    returning id, name
  ), booked as (
    insert into appointments (id, client_id, title, starts_at, ends_at, status, source, resource)
    select gen_random_uuid(), id, name, now() + interval '19 hours' + place * interval '17 seconds',
      now() + interval '19 hours' + place * interval '17 seconds' + interval '5 seconds', 'confirmed', 'panel', 'main'
    from (select id, name, split_part(name, ' ', 2)::int as place from client) as one
    returning id
  )
  insert into appointment_events (appointment_id, version, at, to_status)
  select id, 1, now() - interval '10 hours', 'confirmed' from booked`;

const CANCEL = `update appointments set status = 'cancelled', version = version + 1 where title = $1`;

describe('reminders by mail, of two processes that are killed', () => {
  let pair: ReplicaPair;
  let server: MailServer;
  let panel: ReturnType<typeof openPool>;

  beforeAll(async () => {
    server = await MailServer.start();
    server.pauseMs = () => Math.random() * PLAN.pause_ms;
    pair = await ReplicaPair.start({
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: 'salon@example.com',
    });
    panel = openPool(pair.databases.urls.panel.direct_url, 2);
  });
  afterAll(async () => {
    await panel.end();
    await pair.close();
    await server.stop();
  });

  const emailOf = (place: number) => `client-${place}@example.com`;
  const places = Array.from({ length: PLAN.appointments }, (_, index) => index + 1);
  const before = places.filter((place) => place % CANCELLED === 0);
  const meanwhile = places.filter((place) => place % CANCELLED === 1);
  /** When each was cancelled, by `performance.now()`. */
  const cancelled = new Map<string, number>();

  async function begin(): Promise<void> {
    await panel.query(BOOK, [PLAN.appointments]);
    for (const place of before) await panel.query(CANCEL, [`Client ${place}`]);
    const sends = { ...server.settings.sends, reminder: true };
    const answer = await pair.call(0, 'PUT', '/api/settings/mail', { ...server.settings, sends });
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
    await panel.query(`update mail_settings set told_from = now() - interval '6 hours'`);
    const ran = await pair.call(1, 'POST', '/api/settings/jobs/client-mails/run');
    expect(ran.status).toBe(202);
  }

  async function kill(): Promise<void> {
    while (server.received.length < 3) await sleep(20);
    for (let index = 0; index < PLAN.kills; index++) {
      await sleep(Math.random() * 2_000);
      await pair.killAndStart(index % 2);
    }
  }

  /** Spread over the time in which mails are sent. */
  async function cancelMeanwhile(): Promise<void> {
    while (server.received.length < 3) await sleep(20);
    for (const place of meanwhile) {
      await panel.query(CANCEL, [`Client ${place}`]);
      cancelled.set(emailOf(place), performance.now());
      await sleep(PLAN.pause_ms / 4);
    }
  }

  async function waiting(): Promise<number> {
    const { rows } = await panel.query<{ count: number }>(`
      select (select count(*) from mails where status = 'waiting')::int
        + (select count(*) from appointments as a where a.status = 'confirmed'
           and not exists (select from mails as m where m.appointment_id = a.id))::int as count`);
    return rows[0]!.count;
  }

  it(`of ${PLAN.appointments} appointments all arrive, none after a cancellation, and twice only what a kill cut off`, async () => {
    await begin();
    const begunMs = performance.now();
    await Promise.all([kill(), cancelMeanwhile()]);
    await eventually(async () => (await waiting()) === 0);
    const tookS = Math.round((performance.now() - begunMs) / 1_000);

    const ids = new Map<string, Set<string>>();
    const counts = new Map<string, number>();
    for (const mail of server.received) {
      const email = [mail.to].flat()[0]!.text;
      counts.set(email, (counts.get(email) ?? 0) + 1);
      ids.set(email, (ids.get(email) ?? new Set()).add(mail.messageId!));
    }
    const doubled = [...counts.values()].filter((count) => count > 1).length;
    const late = server.asked.filter(
      ({ email, at_ms }) => at_ms > (cancelled.get(email) ?? Infinity) + ON_ITS_WAY_MS,
    );
    const figure =
      `${counts.size} of ${PLAN.appointments} appointments, ${doubled} sent twice, ${pair.kills} kills, ` +
      `${before.length} cancelled before and ${meanwhile.length} meanwhile, ${late.length} after that, ${tookS} s`;
    // The same mail has the same id each time.
    expect([...ids.values()].filter((one) => one.size > 1)).toEqual([]);
    const others = places.filter((place) => !before.includes(place) && !meanwhile.includes(place));
    expect(others.map(emailOf).filter((email) => !counts.has(email))).toEqual([]);
    expect(before.map(emailOf).filter((email) => counts.has(email))).toEqual([]);
    expect(late).toEqual([]);
    // No kill cuts off more mails than one process sends at once.
    expect(doubled).toBeLessThanOrEqual(pair.kills * 5);
    expect(pair.kills).toBe(PLAN.kills);
    prove({ asvs: '', promise: 'Reminders by mail under kills', figure });
  });
});
