import { setTimeout as sleep } from 'node:timers/promises';
import type { AppointmentDto, BookingPageDto, ChatAgentSettingsDto } from '@groupless/shared-dto';
import { openPool } from '../harness/databases/open-pool';
import { ReplicaPair } from '../harness/databases/replica-pair';
import { rounds } from '../harness/data/rounds';
import { eventually } from '../harness/data/times';
import { prove } from '../harness/hostile/fire';
import { ReadPage } from '../harness/http/booking-visitor';
import { MailServer } from '../harness/http/mail-server';
import { LOG_OFFERS } from '../http/waiting-list/waiting-storm';

const PLAN = { waiting: rounds(14, 200), times: rounds(4, 50), kills: rounds(2, 30) };
const RESOURCES = ['Anna', 'Ben', 'Cleo', 'Dora', 'Emil'];
const WEEK = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '24:00' }));
const DAY = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
/** What those who are offered a time do, by their place: take it, decline it, or nothing until it is over. */
const ACTS = ['take', 'decline', null, 'take'] as const;

jest.setTimeout(rounds(290_000, 40 * 60_000));

describe('the waiting list of two processes that are killed', () => {
  let pair: ReplicaPair;
  let server: MailServer;
  let panel: ReturnType<typeof openPool>;
  beforeAll(async () => {
    server = await MailServer.start();
    pair = await ReplicaPair.start({
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: 'salon@example.com',
      PUBLIC_URL: 'http://127.0.0.1',
      ALLOWED_HOSTS: '127.0.0.1',
      LOGIN_FAILURES_PER_ADDRESS: '100000',
    });
    panel = openPool(pair.databases.urls.panel.direct_url, 4);
  });
  afterAll(async () => {
    await panel.end();
    await pair.close();
    await server.stop();
  });

  async function put<T extends object>(path: string, change: Partial<T>): Promise<void> {
    const stored = (await (await pair.call(0, 'GET', path)).json()) as T;
    const answer = await pair.call(0, 'PUT', path, { ...stored, ...change });
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, expect.any(String)]);
  }
  async function post<T>(path: string, body: object): Promise<T> {
    const answer = await pair.call(0, 'POST', path, body);
    expect([path, answer.status]).toEqual([path, 201]);
    return (await answer.json()) as T;
  }

  /** @returns the ids of the appointments that are to be cancelled */
  async function begin(): Promise<string[]> {
    await put<ChatAgentSettingsDto>('/api/settings/chat-agent', {
      ...{ resources: RESOURCES, time_zone: 'UTC', working_hours: WEEK, slot_minutes: 30, schedules: [] },
      services: [{ name: 'Cut', duration_minutes: 30 }],
    });
    await put<BookingPageDto>('/api/settings/booking-page', {
      ...{ enabled: true, waiting_list: true, confirm: true, notice_minutes: 0, hold_minutes: 30 },
    });
    await put('/api/settings/mail', server.settings);
    const ids: string[] = [];
    for (let index = 0; index < PLAN.times; index++) {
      const hour = String(8 + Math.floor(index / RESOURCES.length / 2)).padStart(2, '0');
      const minute = Math.floor(index / RESOURCES.length) % 2 === 0 ? '00' : '30';
      const { id } = await post<AppointmentDto>('/api/appointments', {
        ...{ client: { name: 'Holder' }, service: 'Cut', resource: RESOURCES[index % RESOURCES.length] },
        starts_at: `${DAY}T${hour}:${minute}:00Z`,
      });
      ids.push(id);
    }
    for (let place = 0; place < PLAN.waiting; place++)
      await post('/api/waiting-list', {
        ...{ client: { name: 'Waiting', email: emailOf(place) }, service: 'Cut', from: DAY, to: DAY },
      });
    await panel.query(LOG_OFFERS);
    return ids;
  }

  const emailOf = (place: number) => `w${place}@example.com`;
  const bookedOnes = async () => {
    const { rows } = await panel.query<{ count: number }>(
      `select count(*)::int from waiting_entries where status = 'booked'`,
    );
    return rows[0]!.count;
  };

  /** Also while one of the two is dead. */
  async function ask(method: string, path: string, form?: URLSearchParams): Promise<Response> {
    for (let tries = 0; ; tries++) {
      const headers = {
        'accept-language': 'en',
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      };
      const answer = await pair
        .send(tries % 2, path, {
          method,
          headers,
          redirect: 'manual',
          ...(form && { body: form.toString() }),
        })
        .catch(() => null);
      if (answer !== null && answer.status < 500) return answer;
      await sleep(50);
    }
  }

  /** By the link of the mail, as people do. */
  async function act(path: string, what: 'take' | 'decline'): Promise<void> {
    const page = new ReadPage(200, await (await ask('GET', path)).text(), {});
    if (page.action() === '') return;
    await ask('POST', page.action(), new URLSearchParams({ ...page.fields(), act: what }));
  }

  async function answerMails(isOver: () => boolean): Promise<void> {
    for (let next = 0; !isOver();) {
      const mail = server.received[next];
      if (mail === undefined) {
        await sleep(20);
        continue;
      }
      next++;
      const [, place] = /^w(\d+)@/.exec([mail.to].flat()[0]!.text) ?? [];
      const [path] = /\/book\/w\/[\w.-]+/.exec(mail.text ?? '') ?? [];
      if (place === undefined || path === undefined) continue;
      const what = ACTS[Number(place) % ACTS.length];
      if (what === 'take' || what === 'decline') await act(path, what);
      else await passes(emailOf(Number(place)));
    }
  }

  /** The half hour is over. */
  async function passes(email: string): Promise<void> {
    await panel.query(
      `with entry as (
         update waiting_entries as e set offered_until = now() from clients as c
         where c.id = e.client_id and c.email = $1 and e.status = 'offered' returning offer_id)
       update occupied_times set held_until = now() from entry where appointment_id = offer_id`,
      [email],
    );
  }

  it(`${PLAN.waiting} wait for ${PLAN.times} times over ${PLAN.kills} kills: each time is one's, nobody is forgotten, the order is kept`, async () => {
    const ids = await begin();
    const begunMs = performance.now();
    let isOver = false;
    const people = answerMails(() => isOver);
    const cancels = async () => {
      for (const id of ids) {
        await eventually(async () => {
          const answer = await pair
            .call(0, 'PATCH', `/api/appointments/${id}`, { status: 'cancelled' })
            .catch(() => null);
          return answer?.status === 200;
        });
        await sleep((PLAN.kills * 1_000) / PLAN.times);
      }
    };
    const works = async () => {
      for (let index = 0; !isOver; index++) {
        await pair.call(index % 2, 'POST', '/api/settings/jobs/waiting-list/run').catch(() => undefined);
        await sleep(200);
      }
    };
    const working = works();
    await Promise.all([pair.killInTurns(PLAN.kills, 1_500), cancels()]);
    await eventually(async () => (await bookedOnes()) === PLAN.times);
    isOver = true;
    await Promise.all([people, working]);
    const tookS = Math.round((performance.now() - begunMs) / 1_000);

    const { rows: log } = await panel.query<{ entry_id: string; status: string; slot: string }>(
      'select entry_id, status, slot from offer_log order by n',
    );
    const { rows: entries } = await panel.query<{ id: string; status: string; offer_id: string | null }>(
      'select id, status, offer_id from waiting_entries order by created_at, id',
    );
    // Each time is held for one at most: it is offered again only after the offer before has ended, and not after a booking.
    const bySlot = Map.groupBy(log, ({ slot }) => slot);
    expect(bySlot.size).toBe(PLAN.times);
    for (const lines of bySlot.values()) {
      lines.forEach(({ status }, place) => expect(status === 'offered').toBe(place % 2 === 0));
      expect(lines.findIndex(({ status }) => status === 'booked')).toBe(lines.length - 1);
    }
    const { rows: taken } = await panel.query<{ resource: string; starts_at: Date; id: string }>(
      `select id, resource, starts_at from appointments where status = 'confirmed'`,
    );
    expect(
      new Set(taken.map(({ resource, starts_at }) => `${resource} ${starts_at.toISOString()}`)).size,
    ).toBe(PLAN.times);
    expect(taken.map(({ id }) => id).sort()).toEqual(
      entries.flatMap(({ status, offer_id }) => (status === 'booked' ? [offer_id] : [])).sort(),
    );
    // All want the same: whoever is offered something for the first time comes after all who were, and before all who were not.
    const first = [
      ...new Set(log.filter(({ status }) => status === 'offered').map(({ entry_id }) => entry_id)),
    ];
    expect(first).toEqual(entries.slice(0, first.length).map(({ id }) => id));
    const forgotten = entries.filter(({ status }, place) => (status === 'waiting') !== place >= first.length);
    expect(forgotten).toEqual([]);
    expect(pair.kills).toBe(PLAN.kills);
    prove({
      asvs: '',
      promise: 'The waiting list under kills',
      figure: `${PLAN.waiting} waited, ${PLAN.times} times got free, ${pair.kills} kills of two processes: ${taken.length} booked, ${first.length} offered in the order of entry, ${log.filter(({ status }) => status === 'offered').length} offers, 0 at once, 0 forgotten, ${tookS} s`,
    });
  });
});
