import { Client } from 'pg';
import { migrationNames } from '../../src/database/data-source-options';
import { migrate } from '../../src/database/migrate';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

const MIGRATION = 'KeepWhatWasTold1796404000000';
const OF_EACH_CLIENT = 'TellEachClient1796570000000';
const ADA = '00000000-0000-7000-8000-0000000000aa';
const BEN = '00000000-0000-7000-8000-0000000000bb';
const GIVEN = '00000000-0000-7000-8000-0000000000cc';
const idOf = (index: number) => `00000000-0000-7000-8000-00000000000${index}`;
const [FIRST, SECOND] = ['2999-03-01T09:00:00.000Z', '2999-03-02T09:00:00.000Z'];

interface Case {
  what: string;
  status?: string;
  starts_at?: string;
  /** Its history from the booking on: the status, and what was changed, by `before`. */
  history: { to: string; before?: Record<string, string> }[];
  /** The mails, by what they were about. */
  mails?: { kind: string; about: string; status?: string; client_id?: string }[];
  /** Null: there is none. */
  told: { kind: string | null; status: string; starts_at?: string; resource?: string } | null;
}

const CASES: Case[] = [
  {
    what: 'was never mailed of',
    history: [{ to: 'confirmed' }],
    told: { kind: null, status: 'confirmed' },
  },
  {
    what: 'was cancelled after its mail',
    status: 'cancelled',
    history: [{ to: 'confirmed' }, { to: 'cancelled' }],
    mails: [{ kind: 'booked', about: 'change:1' }],
    told: { kind: 'booked', status: 'confirmed' },
  },
  {
    what: 'was put back after its mail',
    history: [{ to: 'confirmed' }, { to: 'cancelled' }, { to: 'confirmed' }],
    mails: [
      { kind: 'booked', about: 'change:1' },
      { kind: 'cancelled', about: 'change:2' },
    ],
    told: { kind: 'cancelled', status: 'cancelled' },
  },
  {
    what: 'was moved to somebody else after its mail',
    starts_at: SECOND,
    history: [{ to: 'confirmed' }, { to: 'confirmed', before: { starts_at: FIRST, resource: 'Emil' } }],
    mails: [{ kind: 'booked', about: 'change:1' }],
    told: { kind: 'booked', status: 'confirmed', starts_at: FIRST, resource: 'Emil' },
  },
  {
    what: 'waits for its mail server',
    history: [{ to: 'pending' }, { to: 'confirmed' }],
    mails: [{ kind: 'confirmed', about: 'change:2', status: 'waiting' }],
    told: { kind: 'confirmed', status: 'confirmed' },
  },
  {
    what: 'could not be mailed of',
    history: [{ to: 'confirmed' }],
    mails: [{ kind: 'booked', about: 'change:1', status: 'failed' }],
    told: { kind: null, status: 'confirmed' },
  },
  {
    what: 'was told to another client',
    history: [{ to: 'confirmed' }, { to: 'confirmed', before: { client_id: BEN } }],
    mails: [{ kind: 'booked', about: 'change:1', client_id: BEN }],
    told: { kind: null, status: 'confirmed' },
  },
  {
    what: 'is over',
    starts_at: '2020-03-01T09:00:00.000Z',
    history: [{ to: 'confirmed' }],
    mails: [{ kind: 'booked', about: 'change:1' }],
    told: null,
  },
];

describe('appointments that were there before what was told was kept', () => {
  let databases: TestDatabases;
  let client: Client;
  beforeAll(async () => {
    databases = await createTestDatabases({ empty: true });
    const url = databases.urls.panel.direct_url;
    const names = migrationNames('panel');
    const [first = ''] = names;
    client = new Client({ connectionString: url });
    await client.connect();
    // Some are there since 1.0.0, which knows no mail.
    await migrate('panel', url, [first]);
    await client.query(
      `insert into clients (id, name, email, source) values ($1, 'Ada', 'ada@example.com', 'panel'), ($2, 'Ben', null, 'panel')`,
      [ADA, BEN],
    );
    for (const [index, { status = 'confirmed', starts_at = FIRST, history }] of CASES.entries()) {
      await client.query(
        `insert into appointments (id, client_id, starts_at, ends_at, status, source, resource, version)
         values ($1, $2, $3, $3::timestamptz + interval '1 hour', $4, 'panel', $5, $6)`,
        [idOf(index), ADA, starts_at, status, `Room ${index}`, history.length],
      );
      for (const [place, { to, before = {} }] of history.entries())
        await client.query(
          `insert into appointment_events (appointment_id, version, at, to_status, changes) values ($1, $2, now(), $3, $4)`,
          [
            ...[idOf(index), place + 1, to],
            JSON.stringify(Object.entries(before).map(([field, was]) => ({ field, before: was }))),
          ],
        );
    }
    await migrate('panel', url, names.slice(0, names.indexOf(MIGRATION)));
    for (const [index, { mails = [] }] of CASES.entries())
      for (const [place, { kind, about, status = 'sent', client_id = ADA }] of mails.entries())
        await client.query(
          `insert into mails (id, kind, recipient, subject, status, client_id, appointment_id, about, created_at)
           values (gen_random_uuid(), $1, 'ada@example.com', '', $2, $3, $4, $5, now() + make_interval(secs => $6))`,
          [kind, status, client_id, idOf(index), about, place],
        );
    await client.query(`update mail_settings set sends = sends || '{"booked": true}'`);
    await migrate('panel', url, names.slice(0, names.indexOf(OF_EACH_CLIENT)));
    await client.query(
      `insert into appointments (id, client_id, starts_at, ends_at, status, source, resource, resource_id)
       values ($1, $2, $3, $3::timestamptz + interval '1 hour', 'confirmed', 'panel', 'Room 9', resource_named('Room 9'))`,
      [GIVEN, ADA, FIRST],
    );
    await client.query(
      'insert into told_appointments (appointment_id, client_id, at, changed_at) values ($1, $2, now(), now())',
      [GIVEN, BEN],
    );
    await migrate('panel', url);
  });
  afterAll(async () => {
    await client.end();
    await databases.drop();
  });

  it.each(CASES.map((one, index) => [one.what, index, one.told] as const))(
    'one that %s',
    async (_, index, told) => {
      const { rows } = await client.query(
        'select kind, status, starts_at, resource, recipient from told_appointments where appointment_id = $1',
        [idOf(index)],
      );
      const starts_at = new Date(told?.starts_at ?? FIRST);
      const recipient = told?.kind === null ? null : 'ada@example.com';
      expect(rows).toEqual(
        told === null ? [] : [{ resource: `Room ${index}`, ...told, starts_at, recipient }],
      );
    },
  );

  it('are mailed nothing of what was before', async () => {
    const { rows } = await client.query(
      'select from told_appointments where changed_at is not null and appointment_id <> $1',
      [GIVEN],
    );
    expect(rows).toEqual([]);
  });

  it('are still to be told to both, where one is being given to another client', async () => {
    const { rows } = await client.query(
      'select client_id from told_appointments where appointment_id = $1 and changed_at is not null order by client_id',
      [GIVEN],
    );
    expect(rows).toEqual([{ client_id: ADA }, { client_id: BEN }]);
  });

  it('have the new kinds on where those that they were a part of are', async () => {
    const { rows } = await client.query<{ sends: object }>('select sends from mail_settings');
    expect(rows[0]!.sends).toMatchObject({
      booked: true,
      requested: true,
      cancelled: false,
      declined: false,
    });
  });
});
