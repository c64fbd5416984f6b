import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { ClientContactsRepository } from '../../src/clients/contacts/client-contacts.repository';
import { ClientMerge } from '../../src/clients/client-merge.entity';
import { Client, type ClientToFind } from '../../src/clients/client.entity';
import { migrationOptions } from '../../src/database/data-source-options';
import type { Transaction } from '../../src/database/transaction';
import { openPool } from '../harness/databases/open-pool';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

describe('finding or making a client within a transaction', () => {
  let databases: TestDatabases;
  let panel: Pool;
  let dataSource: DataSource;
  let contacts: ClientContactsRepository;
  beforeAll(async () => {
    databases = await createTestDatabases();
    const { direct_url } = databases.urls.panel;
    panel = openPool(direct_url, 10);
    dataSource = await new DataSource({
      ...migrationOptions('panel', direct_url),
      entities: [Client, ClientMerge],
    }).initialize();
    contacts = new ClientContactsRepository(dataSource.getRepository(Client));
  });
  afterAll(async () => {
    await dataSource.destroy();
    await panel.end();
    await databases.drop();
  });
  beforeEach(() => panel.query('delete from clients'));

  const somebody = (given: Partial<ClientToFind> = {}): ClientToFind => ({
    id: randomUUID(),
    name: 'Jana',
    phone: null,
    phone_as_given: null,
    other_phones: [],
    extension: null,
    email: null,
    source: 'phone',
    notes: '',
    at: new Date('2026-11-20T09:30:00Z'),
    ...given,
  });

  async function findOrMake(client: ClientToFind, transaction: Transaction = dataSource.manager) {
    const { client: found, made } = await contacts.findOrMake(transaction, client);
    return { id: found.id, name: found.name, made };
  }

  async function stored() {
    const { rows } = await panel.query(
      `select name, phone, email, status, source, notes, version, last_activity_at, created_at, updated_at
       from clients order by created_at, id`,
    );
    return rows as { last_activity_at: Date | null; version: number }[];
  }

  it('makes one of what is known', async () => {
    const client = somebody({ phone: '+12125550123', email: 'J@example.com', notes: 'said 555' });
    expect(await findOrMake(client)).toEqual({ id: client.id, name: 'Jana', made: true });
    const { name, phone, email, source, notes, at } = client;
    expect(await stored()).toEqual([
      {
        name,
        phone,
        email,
        source,
        notes,
        status: 'active',
        version: 1,
        last_activity_at: at,
        created_at: at,
        updated_at: at,
      },
    ]);
  });

  it('finds by phone, then by email without case; of several the oldest, archived or not', async () => {
    const day = (n: number) => new Date(`2026-11-0${n}T00:00:00Z`);
    const add = async (
      name: string,
      created: Date,
      phone: string | null,
      email: string | null,
      status = 'active',
    ) => {
      const id = randomUUID();
      await panel.query(
        `insert into clients (id, name, phone, email, status, source, created_at) values ($1, $2, $3, $4, $5, 'panel', $6)`,
        [id, name, phone, email, status, created],
      );
      return id;
    };
    await add('young', day(5), '+12125550123', null);
    const old = await add('old', day(2), '+12125550123', null, 'archived');
    const byEmail = await add('by email', day(1), null, 'Jana@Example.com');
    expect(await findOrMake(somebody({ phone: '+12125550123', email: 'jana@example.com' }))).toEqual({
      id: old,
      name: 'old',
      made: false,
    });
    expect(await findOrMake(somebody({ phone: '+12125550199', email: 'JANA@example.com' }))).toMatchObject({
      id: byEmail,
      name: 'by email',
    });
    expect(await stored()).toHaveLength(3);
  });

  it('takes somebody without phone and email for somebody new each time', async () => {
    expect(await findOrMake(somebody())).toMatchObject({ made: true });
    expect(await findOrMake(somebody())).toMatchObject({ made: true });
  });

  it('moves the activity of who is found forward, never back, and leaves the version', async () => {
    const at = (hour: number) => new Date(`2026-11-20T${hour}:00:00Z`);
    const { id } = await findOrMake(somebody({ phone: '+12125550123', at: at(12) }));
    await findOrMake(somebody({ phone: '+12125550123', at: at(11) }));
    expect(await stored()).toMatchObject([{ last_activity_at: at(12), version: 1 }]);
    await findOrMake(somebody({ phone: '+12125550123', at: at(13) }));
    expect(await stored()).toMatchObject([{ last_activity_at: at(13), version: 1 }]);
    await contacts.noteActivity(id, at(10));
    await contacts.noteActivity(id, at(14));
    expect(await stored()).toMatchObject([{ last_activity_at: at(14), version: 1 }]);
  });

  it('makes one client when many transactions come with one unknown phone at once', async () => {
    const found = await Promise.all(
      Array.from({ length: 20 }, () =>
        dataSource.transaction((transaction) => findOrMake(somebody({ phone: '+12125550123' }), transaction)),
      ),
    );
    expect(found.filter(({ made }) => made)).toHaveLength(1);
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
    expect(await stored()).toHaveLength(1);
  });

  it('makes nobody when the transaction ends without a commit', async () => {
    const failed = dataSource.transaction(async (transaction) => {
      await findOrMake(somebody({ phone: '+12125550123' }), transaction);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await findOrMake(somebody({ phone: '+12125550123' }))).toMatchObject({ made: true });
  });
});
