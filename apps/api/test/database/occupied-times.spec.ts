import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { migrationNames } from '../../src/database/data-source-options';
import { migrate } from '../../src/database/migrate';
import { openPool } from '../harness/databases/open-pool';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

const STEP = 'GiveVisitsRooms1796670000000';
const TAKEN = { constraint: 'appointments_no_overlap' };

describe('the times that appointments hold', () => {
  let databases: TestDatabases;
  let panel: Pool;
  const client = randomUUID();

  beforeEach(async () => {
    databases = await createTestDatabases({ empty: true });
    panel = openPool(databases.urls.panel.direct_url, 1);
    panel.on('error', () => undefined);
    const names = migrationNames('panel');
    await migrate('panel', databases.urls.panel.direct_url, names.slice(0, names.indexOf(STEP)));
    await panel.query(`insert into clients (id, name, source) values ($1, 'Ada', 'panel')`, [client]);
  });
  afterEach(async () => {
    await panel.end();
    await databases.drop();
  });

  /** As a process of the version before writes it: by the name of the resource. */
  const book = async (resource: string, hour: number, more: Record<string, unknown> = {}) => {
    const row = {
      ...{ id: randomUUID(), client_id: client, resource, source: 'panel', status: 'confirmed' },
      ...{ starts_at: `2027-03-01T${hour}:00Z`, ends_at: `2027-03-01T${hour + 1}:00Z`, ...more },
    };
    const columns = Object.keys(row);
    await panel.query(
      `insert into appointments (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(row),
    );
    return row.id;
  };
  /** Where the trigger that finds the id is not there yet. */
  const bookBefore = async (resource: string, hour: number, more: Record<string, unknown> = {}) => {
    const { rows } = await panel.query<{ id: string }>('select resource_named($1) as id', [resource]);
    return book(resource, hour, { resource_id: rows[0]?.id, ...more });
  };
  const held = async () => {
    const { rows } = await panel.query<{ name: string; hour: number }>(
      `select r.name, extract(hour from lower(during) at time zone 'UTC')::int as hour
       from occupied_times join resources as r on r.id = resource_id order by 1, 2`,
    );
    return rows.map(({ name, hour }) => `${name} ${hour}`);
  };

  it('are there for what stood before, and for nothing that is over', async () => {
    await bookBefore('Anna', 10);
    await bookBefore('Ben', 10, { status: 'pending' });
    await bookBefore('ben', 10, { squeezed: true });
    for (const status of ['cancelled', 'completed', 'no_show']) await bookBefore('Anna', 11, { status });
    await migrate('panel', databases.urls.panel.direct_url);
    expect(await held()).toEqual(['Anna 10', 'Ben 10', 'Ben 10']);
    await expect(book('anna', 10)).rejects.toMatchObject(TAKEN);
  });

  it('follow what a process of the version before writes, and its rooms stay taken', async () => {
    for (const name of ['Anna', 'Ben', 'Room 1', 'Room 2'])
      await bookBefore(name, 8, { status: 'completed' });
    await migrate('panel', databases.urls.panel.direct_url);
    const { rows } = await panel.query<{ id: string }>(
      `select id from resources where name like 'Room%' order by name`,
    );
    const [room] = rows;
    const visit = await book('Anna', 10, { room_id: room?.id });
    expect(await held()).toEqual(['Anna 10', 'Room 1 10']);
    const set = (columns: string, id = visit) =>
      panel.query(`update appointments set ${columns} where id = $1`, [id]);

    await set(`starts_at = '2027-03-01T12:00Z', ends_at = '2027-03-01T13:00Z', resource = 'ben'`);
    expect(await held()).toEqual(['Ben 12', 'Room 1 12']);
    await expect(book('room 1', 12)).rejects.toMatchObject(TAKEN);
    await expect(book('Anna', 12, { room_id: room?.id })).rejects.toMatchObject(TAKEN);
    // By the name of the room it is one thing that is held, once.
    const rented = await book('Room 2', 12, { room_id: rows[1]?.id });
    expect(await held()).toEqual(['Ben 12', 'Room 1 12', 'Room 2 12']);
    await set(`notes = 'x'`);
    await set(`status = 'cancelled'`);
    expect(await held()).toEqual(['Room 2 12']);
    const other = await book('Room 1', 12);
    await expect(set(`status = 'confirmed'`)).rejects.toMatchObject(TAKEN);
    await panel.query('delete from appointments where id = any($1)', [[other, rented]]);
    await set(`status = 'confirmed'`);
    expect(await held()).toEqual(['Ben 12', 'Room 1 12']);
  });
});
