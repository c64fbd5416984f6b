import {
  APPOINTMENT_SOURCES,
  APPOINTMENT_STATUSES,
  CLIENT_CHANGE_CAUSES,
  CLIENT_FIELDS,
  CLIENT_MAIL_KINDS,
  CLIENT_SOURCES,
  CLIENT_STATUSES,
  CLIENT_TIES,
  CONVERSATION_EVENT_KINDS,
  CONVERSATION_STATUSES,
  IMPORT_OUTCOMES,
  MAIL_STATUSES,
  MESSAGE_ROLES,
  NOT_MADE_REASONS,
} from '@groupless/shared-dto';
import { Client } from 'pg';
import { CODES } from '../../src/personal-data/words/codes';
import { HEADINGS } from '../../src/personal-data/words/headings';
import { LABELS } from '../../src/personal-data/words/labels';
import { NAMED_ELSEWHERE, TABLES_OF_CLIENTS } from '../../src/personal-data/personal-columns';
import { erasingStatement, handingStatement, words } from '../../src/personal-data/personal-statements';
import { TABLES_OF_NO_CLIENT } from '../../src/personal-data/tables-of-no-client';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

it('what stands as a code has words', () => {
  const codes = [
    ...[...APPOINTMENT_STATUSES, ...APPOINTMENT_SOURCES, ...CLIENT_STATUSES, ...CLIENT_SOURCES],
    ...[
      ...CLIENT_CHANGE_CAUSES,
      ...CONVERSATION_STATUSES,
      ...CONVERSATION_EVENT_KINDS,
      ...CLIENT_TIES,
      ...MESSAGE_ROLES,
    ],
    ...[...CLIENT_MAIL_KINDS, ...MAIL_STATUSES, ...IMPORT_OUTCOMES, ...NOT_MADE_REASONS],
  ];
  expect(codes.filter((code) => !(code in CODES))).toEqual([]);
});

describe('the list of columns with a person’s data', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await createTestDatabases();
  });
  afterAll(() => databases.drop());

  describe.each(['panel', 'memory'] as const)('of the %s database', (name) => {
    let client: Client;
    beforeAll(async () => {
      client = new Client({ connectionString: databases.urls[name].direct_url });
      await client.connect();
    });
    afterAll(() => client.end());

    it('has each column of each table once', async () => {
      const { rows } = await client.query<{ table: string; columns: string[] }>(
        `select table_name::text as table, array_agg(column_name::text order by column_name::text collate "C") as columns
         from information_schema.columns join information_schema.tables using (table_schema, table_name)
         where table_schema = current_schema() and table_type = 'BASE TABLE' group by 1`,
      );
      const listed = {
        ...Object.fromEntries(
          Object.entries(TABLES_OF_CLIENTS[name]).map(([table, { person, told, other }]) => [
            table,
            words(`${person} ${told} ${other}`).sort(),
          ]),
        ),
        ...Object.fromEntries(
          Object.entries(TABLES_OF_NO_CLIENT[name]).map(([table, columns]) => [table, words(columns).sort()]),
        ),
      };
      expect(listed).toEqual(Object.fromEntries(rows.map(({ table, columns }) => [table, columns])));
    });

    it('makes statements that the database understands', async () => {
      const rules = [
        ...Object.entries(TABLES_OF_CLIENTS[name]),
        ...(name === 'panel' ? Object.entries(NAMED_ELSEWHERE) : []),
      ];
      for (const [table, rule] of rules)
        await client.query(erasingStatement(table, rule), [[], [], [], [], [], []]);
      for (const [table, rule] of Object.entries(TABLES_OF_CLIENTS[name]))
        await client.query(handingStatement(table, rule), [[], [], [], [], [], [], 1, 0]);
    });

    it('hands over the tables with data of the person, and no other', () => {
      for (const [table, { person, handed }] of Object.entries(TABLES_OF_CLIENTS[name]))
        expect([table, handed !== undefined]).toEqual([table, person !== '']);
    });

    it('has words for what is handed over', () => {
      const handed = Object.entries(TABLES_OF_CLIENTS[name]).filter(([, rule]) => rule.handed !== undefined);
      expect(handed.map(([table]) => table).filter((table) => !(table in HEADINGS))).toEqual([]);
      const columns = handed.flatMap(([, { person, told }]) => words(`${person} ${told}`));
      expect([...columns, ...CLIENT_FIELDS].filter((column) => !(column in LABELS))).toEqual([]);
    });
  });
});
