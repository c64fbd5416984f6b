import type { AppointmentDto } from '@groupless/shared-dto';
import { OffersService } from '../../../src/waiting-list/offers/offers.service';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { APPOINTMENTS, setAgent } from '../../harness/data/appointments';
import { atOnce } from '../../harness/data/times';
import { NOW, PUBLIC, WaitingRoom } from './waiting-room';

const RESOURCES = ['Anna', 'Ben', 'Cleo', 'Dora', 'Emil'];
const FIRST_MS = Date.parse('2027-03-02T08:00:00Z');

/** What became of each entry, in the order in which it was written, with the time that it was about. */
export const LOG_OFFERS = `
  create table offer_log (n bigint generated always as identity, entry_id uuid, status text, slot text);
  create function log_offers() returns trigger language plpgsql security definer as $$ begin
    insert into offer_log (entry_id, status, slot)
    values (new.id, new.status, concat(new.offered_resource_id, new.offered_starts_at));
    return null;
  end $$;
  create trigger log_offers after update of status on waiting_entries
    for each row when (old.status <> new.status) execute function log_offers()`;

/** Breaks every connection of the servers: the transactions on them are undone. */
const KILL = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename <> current_user`;

export interface Stormed {
  /** The entries of which a time was offered, in the order of the offers; each once. */
  offered: string[];
  /** All who wait, in the order of entry. */
  entered: string[];
  /** For each time what happened to it. */
  of_slots: string[][];
  statuses: Record<string, number>;
}

/** Many wait, many times get free at once, and two servers offer them while their connections break. */
export async function waitingStorm({
  waiting,
  times,
  kills,
}: {
  waiting: number;
  times: number;
  kills: number;
}): Promise<Stormed> {
  const first = await startServedApp({ environment: PUBLIC });
  const second = await startServedApp({ environment: PUBLIC, urls: first.urls });
  const room = await WaitingRoom.open(first);
  try {
    await room.begin();
    second.clock.set(NOW);
    await setAgent(first, { resources: RESOURCES });
    // Nothing of the week is free but what gets free.
    const appointments: string[] = [];
    for (let index = 0; index < times; index++) {
      const starts_at = new Date(FIRST_MS + Math.floor(index / RESOURCES.length) * 1_800_000).toISOString();
      const resource = RESOURCES[index % RESOURCES.length];
      const { body } = await first.http
        .post(APPOINTMENTS)
        .set(room.admin.bearer)
        .send({ client: { name: 'Holder' }, starts_at, service: 'Cut', resource })
        .expect(201);
      appointments.push((body as AppointmentDto).id);
    }
    for (let index = 0; index < waiting; index++) {
      first.clock.set(new Date(Date.parse(NOW) + index * 1_000));
      await room.waits(`W${index}`);
    }
    first.clock.set(NOW);
    await first.panel.query(LOG_OFFERS);
    const apps = [first, second];
    let killed = 0;
    const kill = async () => {
      if (killed++ < kills) await first.panel.query(KILL).catch(() => undefined);
    };
    const works = (app: ServedApp) =>
      app.app
        .get(OffersService, { strict: false })
        .work()
        .catch(() => undefined);
    await Promise.all([
      atOnce(appointments.length, async (index) =>
        room.cancels(appointments[index] ?? '').catch(() => undefined),
      ),
      ...apps.map(works),
    ]);
    // A cancellation that a kill has undone is sent again.
    for (const id of appointments) await room.cancels(id);
    const open = async () =>
      (await first.panel.query('select from freed_times where not is_settled')).rowCount ?? 0;
    for (let round = 0; killed < kills || (await open().catch(() => 1)) > 0; round++) {
      const pause = () => new Promise((resolve) => setTimeout(resolve, 5 + ((round * 7) % 40)));
      await Promise.all([...apps.map(works), pause().then(kill)]);
    }
    // Nobody takes them: each goes on to the next one.
    for (const app of apps) app.clock.set('2027-03-01T06:31:00Z');
    for (let round = 0; round < 3; round++) await Promise.all(apps.map(works));
    return await readStorm(first);
  } finally {
    await room.mail.stop();
    await second.close();
    await first.close();
  }
}

async function readStorm({ panel }: ServedApp): Promise<Stormed> {
  const { rows: log } = await panel.query<{ entry_id: string; status: string; slot: string }>(
    'select entry_id, status, slot from offer_log order by n',
  );
  const { rows: entries } = await panel.query<{ id: string; status: string }>(
    'select id, status from waiting_entries order by created_at, id',
  );
  const statuses: Record<string, number> = {};
  for (const { status } of entries) statuses[status] = (statuses[status] ?? 0) + 1;
  const bySlot = Map.groupBy(log, ({ slot }) => slot);
  return {
    offered: log.filter(({ status }) => status === 'offered').map(({ entry_id }) => entry_id),
    entered: entries.map(({ id }) => id),
    of_slots: [...bySlot.values()].map((lines) => lines.map(({ status }) => status)),
    statuses,
  };
}
