import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { ClientDto, ErasureDto, PageDto, RetentionDto } from '@groupless/shared-dto';
import { TABLES_OF_CLIENTS } from '../../src/personal-data/personal-columns';
import { purgeErased } from '../../src/programs/purge/purge-erased';
import { SECRETS } from '../harness/apps/test-app';
import { rounds } from '../harness/data/rounds';
import { eventually } from '../harness/data/times';
import { copiesOf } from '../harness/databases/copies';
import { dataFilesWith } from '../harness/databases/data-files';
import { openPool } from '../harness/databases/open-pool';
import { createTestDatabases, testServer, type TestDatabases } from '../harness/databases/test-databases';
import {
  makeDataFolder,
  postJson,
  RunningProgram,
  type DataFolder,
} from '../harness/programs/running-program';

const PASSWORD = 'correct horse battery staple';
const ROWS = rounds(100, 500);
const IS_FULL = process.env['FULL_TESTS'] === '1';
const KILLS = rounds(3, 20);
jest.setTimeout(IS_FULL ? 40 * 60_000 : 290_000);
const FORGET_DEAD = `delete from jobs.job where name = 'erase-clients' and state = 'active'`;

/** Each makes `$4` rows of the client `$1` with the word `$2` and the number `$3`. The chats have the word in their ids. */
const FILL = {
  panel: [
    `insert into conversations (id, chat_id, channel, contact_name, contact_phone, client_id, client_name, name,
       last_message_preview, search_text, client_tied_by)
     select gen_random_uuid(), $2 || '-' || i, 'whatsapp', 'Anna ' || $2, $3, $1, $2, $2, $2, $2, 'person'
     from generate_series(1, $4) as i`,
    `insert into conversation_notes (id, conversation_id, text, author_name)
     select gen_random_uuid(), id, 'Ask ' || $2, 'Team' from conversations where client_id = $1`,
    `insert into conversation_events (conversation_id, at, kind, details)
     select id, now(), 'client', jsonb_build_object('client_id', $1, 'name', $2, 'phone', $3)
     from conversations where client_id = $1`,
    `insert into appointments (id, client_id, title, starts_at, ends_at, status, source, resource, resource_id, notes, team_notes,
       chat_id, external_id, attendee_name, given, wish)
     select gen_random_uuid(), $1, $2, at, at + interval '1 hour', 'completed', 'chat', r.name, r.id, $2, $2,
       $2 || '-' || i, $2 || i, $2, jsonb_build_object('name', $2, 'phone', $3, 'email', $2 || '@example.com'), $2
     from generate_series(1, $4) as i, lateral (select timestamptz '2020-01-01' + i * interval '1 hour' as at) as times,
       (select id, name from resources limit 1) as r`,
    `insert into appointment_imports (id, at, by_name, file_name, created, skipped, failed)
     select gen_random_uuid(), now(), 'Team', $2 || '.ics', 1, 0, 0 from generate_series(1, $4)`,
    `insert into imported_appointments (appointment_id, import_id, reminds)
     select a.id, i.id, false from (select id, row_number() over (order by id) from appointments where client_id = $1) as a
       join (select id, row_number() over (order by id) from appointment_imports where file_name = $2 || '.ics') as i
       using (row_number)`,
    `insert into client_imports (id, at, by_name, file_name, created, updated, skipped, failed)
     select gen_random_uuid(), now(), 'Team', $2 || '.vcf', 1, 0, 0, 0 from generate_series(1, $4)`,
    `insert into client_import_rows (import_id, row, outcome, client_id)
     select id, 1, 'created', $1 from client_imports where file_name = $2 || '.vcf'`,
    `insert into appointment_events (appointment_id, version, at, to_status, changes)
     select id, 1, now(), 'completed', jsonb_build_array(jsonb_build_object('field', 'notes', 'before', null, 'after', $2))
     from appointments where client_id = $1`,
    `insert into mails (id, kind, recipient, subject, content, status, last_response, client_id, appointment_id, created_at)
     select gen_random_uuid(), 'booked', $2 || '@example.com', $2, $2, 'sent', $2, $1, id, now()
     from appointments where client_id = $1`,
    `insert into told_appointments (appointment_id, client_id, recipient, before, deleted)
     select id, $1, $2 || '@example.com', jsonb_build_object('title', $2), jsonb_build_object('title', $2)
     from appointments where client_id = $1
     on conflict (appointment_id, client_id) do update set recipient = excluded.recipient, changed_at = null`,
    `insert into chat_reminders (appointment_id, about, chat_id, starts_at, is_settled, sent_at)
     select id, '24', chat_id, now() + interval '1 day', true, now() from appointments where client_id = $1`,
    `insert into waiting_entries (id, client_id, "from", "to", notes, chat_id)
     select gen_random_uuid(), $1, '2030-01-07', '2030-01-11', $2, $2 || '-' || i from generate_series(1, $4) as i`,
    `insert into chat_numbers (chat_id, code, seen_at) select chat_id, 43, now() from conversations where client_id = $1`,
    `insert into request_keys (kind, caller, key, digest, object_id, created_at)
     select 'appointment', 'user', $2 || id, $2, id, now() from appointments where client_id = $1`,
    `insert into client_merges (id, client_id, merged_id, merged, phone, email, before, after, appointment_ids,
       conversation_ids, merged_by_name, merged_at)
     select gen_random_uuid(), $1, gen_random_uuid(), jsonb_build_object('name', $2), $3, $2 || '@example.com',
       jsonb_build_object('name', $2), jsonb_build_object('name', $2), '{}', '{}', 'Team', now() from generate_series(1, $4)`,
    `insert into client_changes (client_id, version, at, cause, changes)
     select $1, 1000 + i, now(), 'edited', jsonb_build_array(jsonb_build_object('field', 'name', 'before', $2, 'after', $3))
     from generate_series(1, $4) as i`,
    `insert into hooks (id, url, events, active, secret, created_at, updated_at)
     select gen_random_uuid(), 'http://127.0.0.1:9/', '{}', false, '', now(), now() where not exists (select from hooks)`,
    `insert into hook_deliveries (id, hook_id, source, event, object_id, subject, body, status, created_at, expires_at,
       next_attempt_at, response_body)
     select gen_random_uuid(), (select id from hooks limit 1), 'panel:' || gen_random_uuid(), 'client.updated', $1, 'client:' || $1,
       jsonb_build_object('type', 'client.updated', 'data', jsonb_build_object('id', $1, 'name', $2, 'phone', $3))::text,
       'delivered', now(), now(), now(), $2 from generate_series(1, $4) as i`,
    `insert into audit_events (id, at, action, object, object_name, client_ids, details)
     select gen_random_uuid(), now(), 'appointment.updated', 'appointment:' || id, $2, array[$1], jsonb_build_object('title', $2)
     from appointments where client_id = $1`,
  ],
  memory: [
    `insert into chats (chat_id) select $2 || '-' || i from generate_series(1, $4) as i`,
    `insert into chat_history (chat_id, role, message, author_name)
     select $2 || '-' || i, 'user', 'My card is ' || $2 || ', call ' || $3, $2 from generate_series(1, $4) as i`,
    `insert into taken_back_replies (id, chat_id, message, timestamp, taken_back_at)
     select (select coalesce(max(id), 0) from taken_back_replies) + 1000000 + i, $2 || '-' || i, 'Oh ' || $2, now(), now()
     from generate_series(1, $4) as i`,
    `insert into erased_replies (id, chat_id, handed_out_at)
     select (select coalesce(max(id), 0) from erased_replies) + 1000000 + i, $2 || '-' || i, now()
     from generate_series(1, $4) as i`,
  ],
};
/** Gives each value a type, also those that a statement does not use. */
const TYPED = 'with typed as (select $1::uuid, $2::text, $3::text, $4::int)';

interface Person {
  id: string;
  name: string;
  email: string;
  phone: string;
  word: string;
}

describe('a client with many rows everywhere', () => {
  let data: DataFolder;
  let databases: TestDatabases;
  let panel: Pool;
  let memory: Pool;
  let server: RunningProgram;
  let log = '';
  let admin: { authorization: string };

  beforeAll(async () => {
    data = makeDataFolder();
    databases = await createTestDatabases();
    panel = openPool(databases.urls.panel.direct_url, 2);
    memory = openPool(databases.urls.memory.direct_url, 2);
    await start();
    admin = await server.logIn(PASSWORD);
  });
  afterAll(async () => {
    await server.kill('SIGTERM');
    await Promise.all([panel.end(), memory.end()]);
    await databases.drop();
    await data.remove();
  });

  async function start(): Promise<void> {
    server = await RunningProgram.start({
      DATA_DIR: data.path,
      ADMIN_PASSWORD: PASSWORD,
      PANEL_DATABASE_URL: databases.urls.panel.url,
      MEMORY_DATABASE_URL: databases.urls.memory.url,
      ...SECRETS,
    });
    await server.ready();
  }
  async function stop(signal: NodeJS.Signals): Promise<void> {
    await server.kill(signal);
    log += server.output;
  }

  const get = async <T>(path: string) =>
    (await (await fetch(`${server.base_url}${path}`, { headers: admin })).json()) as T;

  async function person(number: number, rows: number): Promise<Person> {
    const word = `canary${randomUUID().replaceAll('-', '').slice(0, 12)}`;
    const [name, email, phone] = [`Anna ${word}`, `${word}@example.com`, `+43660${number}`];
    const client = { name, email, phone, notes: word, tags: [word], company: word };
    const answer = await postJson(`${server.base_url}/api/clients`, client, admin);
    const { id } = (await answer.json()) as ClientDto;
    for (const [pool, statements] of [
      [panel, FILL.panel],
      [memory, FILL.memory],
    ] as const)
      for (const statement of statements) await pool.query(`${TYPED} ${statement}`, [id, word, phone, rows]);
    return { id, name, email, phone, word };
  }

  /** How many rows of each table have the word. What only waits for the index or for other programs is left out. */
  async function rowsWith(word: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const [name, pool] of [
      ['panel', panel],
      ['memory', memory],
    ] as const)
      for (const table of Object.keys(TABLES_OF_CLIENTS[name])) {
        if (table === 'hook_outbox') continue;
        const { rows } = await pool.query<{ count: number }>(
          `select count(*)::int as count from ${table} as every_row where every_row::text like '%' || $1 || '%'`,
          [word],
        );
        counts[table] = rows[0]!.count;
      }
    return counts;
  }

  const found = async (word: string) => {
    const pages = await Promise.all([
      get<PageDto<object>>(`/api/clients?search=${word}`),
      get<PageDto<object>>(`/api/conversations?search=${word}`),
      get<PageDto<object>>(`/api/appointments?search=${word}`),
      get<PageDto<object>>(`/api/memory/search?q=${word}`),
    ]);
    return pages.map(({ items }) => items.length);
  };

  const erasure = async ({ id }: Person) => {
    const { rows } = await panel.query<{ chats: string[]; finished_at: Date | null }>(
      'select chats, finished_at from client_erasures where client_id = $1',
      [id],
    );
    return rows[0]!;
  };

  it(`is erased whatever ${KILLS} kills cut off, and in no dump, log, search or data file any more; what others have stands`, async () => {
    const [anna, ben] = [await person(100_200_300, ROWS), await person(400_500_600, 20)];
    const before = await rowsWith(anna.word);
    const without = Object.entries(before).filter(([, count]) => count < ROWS && count !== 1);
    expect(without).toEqual([
      // Without a text of the person; `clients` has one row.
      ['client_import_rows', 0],
      ['chat_erasures', 0],
    ]);
    const bens = await rowsWith(ben.word);
    await eventually(async () => (await found(anna.word)).every((count) => count > 0));

    const url = `${server.base_url}/api/clients/${anna.id}/erase`;
    expect((await postJson(url, { name: anna.name }, admin)).status).toBe(202);
    let kills = 0;
    for (let left = ROWS; kills < KILLS; kills++) {
      // In the middle: some chats further than the process before.
      const next = left - 1 - Math.floor((Math.random() * ROWS) / (2 * KILLS));
      const isFurther = async () => {
        const { chats, finished_at } = await erasure(anna);
        return finished_at !== null || (chats.length > 0 && chats.length <= next);
      };
      if (kills === 0) await sleep(Math.random() * 50);
      else await eventually(isFurther);
      await stop('SIGKILL');
      const { chats, finished_at } = await erasure(anna);
      expect(finished_at).toBeNull();
      left = kills === 0 ? ROWS : chats.length;
      // The engine takes a job from a dead process within two minutes, which the last one of the full form waits for.
      if (!IS_FULL || kills < KILLS - 1) await panel.query(FORGET_DEAD);
      await start();
    }
    await eventually(async () => (await erasure(anna)).finished_at !== null);

    const { erased } = await get<ErasureDto>(`/api/clients/${anna.id}/erasure`);
    expect(erased.find(({ table }) => table === 'appointments')).toEqual({
      table: 'appointments',
      rows: ROWS,
    });
    const said = [anna.word, anna.phone.slice(1)];
    // The index follows within seconds.
    await eventually(
      async () =>
        (await Promise.all(said.map((word) => copiesOf({ panel, memory }, word)))).flat().length === 0,
    );
    expect(await found(anna.word)).toEqual([0, 0, 0, 0]);
    expect(await rowsWith(ben.word)).toEqual(bens);
    await stop('SIGTERM');
    expect(said.filter((word) => log.includes(word))).toEqual([]);
    const [memory_url, panel_url] = [databases.urls.memory.direct_url, databases.urls.panel.direct_url];
    await purgeErased({ memory_url, panel_url, superuser_url: testServer().superuser_url }, 30_000);
    for (const word of said) expect(await dataFilesWith(databases.urls, word)).toEqual([]);
    expect((await dataFilesWith(databases.urls, ben.word)).length).toBeGreaterThan(5);
  });

  it(`is erased by retention, whatever ${KILLS} kills cut off: no half of anybody is left`, async () => {
    const many = rounds(400, 2_000);
    await panel.query(
      `with old as (
         insert into clients (id, name, source, created_at, updated_at)
         select gen_random_uuid(), 'Quiet', 'panel', now() - interval '5 years', now() - interval '5 years' from generate_series(1, $1::int)
         returning id)
       insert into appointments (id, client_id, title, starts_at, ends_at, status, source, resource, resource_id, created_at, updated_at)
       select gen_random_uuid(), old.id, 'Quiet', at, at + interval '1 hour', 'completed', 'chat', r.name, r.id, at, at
       from (select id, row_number() over () as i from old) as old,
         lateral (select timestamptz '2018-01-01' + i * interval '1 hour' as at) as times,
         (select id, name from resources limit 1) as r`,
      [many],
    );
    await start();
    const url = `${server.base_url}/api/settings/retention`;
    const settings = (await (await fetch(url, { headers: admin })).json()) as RetentionDto;
    const body = JSON.stringify({ months: { ...settings.months, clients: 24 } });
    const headers = { ...admin, 'content-type': 'application/json' };
    expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200);
    const left = async () => {
      const { rows } = await panel.query<{ clients: number; named: number; halves: number }>(
        `select (select count(*)::int from clients where name = 'Quiet') as clients,
           (select count(*)::int from appointments where title = 'Quiet') as named,
           (select count(*)::int from appointments where title = 'Quiet' and client_id is null) as halves`,
      );
      return rows[0]!;
    };
    for (let kills = 1; kills <= KILLS; kills++) {
      await stop('SIGKILL');
      await panel.query("delete from jobs.job where name = 'retention' and state = 'active'");
      await start();
      const most = many - Math.floor((many * kills) / (KILLS + 1));
      await eventually(async () => (await left()).clients <= most);
      const { clients, named, halves } = await left();
      expect([named, halves]).toEqual([clients, 0]);
    }
    await eventually(async () => (await left()).clients === 0);
    expect(await left()).toEqual({ clients: 0, named: 0, halves: 0 });
  });
});
