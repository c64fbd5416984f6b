import { Client } from 'pg';
import { migrationNames } from '../../src/database/data-source-options';
import { migrate } from '../../src/database/migrate';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

const MIGRATION = 'GiveAppointmentsALife1796020000000';
const SOMEBODY = '00000000-0000-7000-8000-0000000000aa';
const idOf = (index: number) => `00000000-0000-7000-8000-00000000000${index}`;

/** Who wrote what: of each entry of the history the user or key, and whether it changed the notes. */
const CASES = [
  { notes: 'by an agent', history: [{ key: 'AGENT_API_KEY' }], isOfTheTeam: false },
  { notes: 'by a person, at the booking', history: [{ user: SOMEBODY }], isOfTheTeam: true },
  {
    notes: 'by an agent, changed by a person',
    history: [{ key: 'AGENT_API_KEY' }, { user: SOMEBODY, changes: ['status', 'notes'] }],
    isOfTheTeam: true,
  },
  {
    notes: 'by an agent, moved by a person',
    history: [{ key: 'AGENT_API_KEY' }, { user: SOMEBODY, changes: ['starts_at'] }],
    isOfTheTeam: false,
  },
  { notes: '', history: [{ user: SOMEBODY }], isOfTheTeam: false },
];

describe('notes that were there before the team had its own', () => {
  let databases: TestDatabases;
  let client: Client;
  beforeAll(async () => {
    databases = await createTestDatabases({ empty: true });
    const url = databases.urls.panel.direct_url;
    const names = migrationNames('panel');
    await migrate('panel', url, names.slice(0, names.indexOf(MIGRATION)));
    client = new Client({ connectionString: url });
    await client.connect();
    await client.query(`insert into clients (id, name, source) values ('${SOMEBODY}', 'Ada', 'panel')`);
    await client.query(`insert into hook_events (type) values ('appointment.updated')`);
    for (const [index, { notes, history }] of CASES.entries()) {
      await client.query(
        `insert into appointments (id, client_id, title, starts_at, ends_at, status, source, resource, notes)
         values ($1, $2, 'Cut', '2027-03-01T09:00Z', '2027-03-01T10:00Z', 'completed', 'phone', 'main', $3)`,
        [idOf(index), SOMEBODY, notes],
      );
      for (const [place, one] of history.entries())
        await client.query(
          `insert into appointment_events (appointment_id, version, at, user_id, key_name, to_status, changes)
           values ($1, $2, now(), $3, $4, 'completed', $5)`,
          [
            ...[idOf(index), place + 1, 'user' in one ? one.user : null, 'key' in one ? one.key : null],
            JSON.stringify(('changes' in one ? (one.changes ?? []) : []).map((field) => ({ field }))),
          ],
        );
    }
    await migrate('panel', url);
  });
  afterAll(async () => {
    await client.end();
    await databases.drop();
  });

  it.each(CASES.map((one, index) => [index, one] as const))(
    'are case %i: %j',
    async (index, { notes, isOfTheTeam }) => {
      const { rows } = await client.query(
        'select notes, team_notes, version from appointments where id = $1',
        [idOf(index)],
      );
      const kept = isOfTheTeam ? { notes: '', team_notes: notes } : { notes, team_notes: '' };
      // Who reads by the version hears of the move.
      expect(rows).toEqual([{ ...kept, version: isOfTheTeam ? 2 : 1 }]);
    },
  );

  it('are found by a search all the same, and no webhook is told of them', async () => {
    const { rows } = await client.query(
      `select count(*)::int as found from appointments where search_text like '%by a person,%' or search_text like '%changed by%'`,
    );
    expect(rows).toEqual([{ found: 2 }]);
    expect((await client.query('select from hook_outbox')).rowCount).toBe(0);
  });
});
