import { randomUUID } from 'node:crypto';
import type { PageDto } from '@groupless/shared-dto';
import { RetentionService } from '../../../src/retention/retention.service';
import { signIn } from '../../harness/data/panel-users';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { eventually } from '../../harness/data/times';

describe('the retention', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await startServedApp({ environment: { CHAT_RETENTION_DAYS: '90' } });
  });
  afterAll(() => t.close());

  it('keeps entries of the audit for two years, and lets nobody else remove one', async () => {
    const at = (days: number) => new Date(Date.now() - days * 86_400_000);
    const ids = [randomUUID(), randomUUID()];
    for (const [index, days] of [729, 731].entries())
      await t.panel.query(`insert into audit_events (id, at, action) values ($1, $2, 'test.kept')`, [
        ids[index],
        at(days),
      ]);
    const remove = 'delete from audit_events where id = $1';
    await expect(t.panel.query(remove, [ids[1]])).rejects.toThrow('only ever added');
    await t.app.get(RetentionService).removeOld();
    const { rows } = await t.panel.query('select id from audit_events where id = any($1)', [ids]);
    expect(rows).toEqual([{ id: ids[0] }]);
    // Whoever says that it is the retention cannot remove what is young either.
    const young = randomUUID();
    await t.panel.query(`insert into audit_events (id, at, action) values ($1, now(), 'test.kept')`, [young]);
    const client = await t.panel.connect();
    await client.query(`set groupless.audit_retention = 'on'`);
    await expect(client.query(remove, [young])).rejects.toThrow('only ever added');
    client.release(true);
  });

  it('removes all messages of chats that are older than the setting, in parts, and from the search', async () => {
    const store = (word: string, days: number, count: number) =>
      t.memory.query(
        `insert into chat_history (chat_id, role, message, timestamp)
         select 'kept-for-a-time', 'user', $1 || ' ' || n, now() - make_interval(days => $2) from generate_series(1, $3) as n`,
        [word, days, count],
      );
    // Most of them past the search, which would take seconds to index them.
    await t.memory.query('alter table chat_history disable trigger search_changed');
    await store('ancient', 91, 5_000);
    await t.memory.query('alter table chat_history enable trigger search_changed');
    await store('ancient', 92, 1);
    await store('recent', 89, 2);
    await t.memory.query(
      `insert into chat_history (chat_id, role, message, timestamp) values ('project:a', 'user', 'old turn', now() - interval '1 year')`,
    );
    const admin = await signIn(t);
    const found = async (word: string) => {
      const { body } = await t.http
        .get('/api/memory/search')
        .query({ q: word, kind: 'chat', limit: 1 })
        .set(admin.bearer);
      return (body as PageDto<unknown>).items.length;
    };
    await eventually(async () => (await found('ancient')) === 1);
    await t.app.get(RetentionService).removeOld();
    const { rows } = await t.memory.query(
      `select message from chat_history where chat_id = 'kept-for-a-time' order by id`,
    );
    expect(rows).toEqual([{ message: 'recent 1' }, { message: 'recent 2' }]);
    const turns = await t.memory.query(`select message from chat_history where chat_id = 'project:a'`);
    expect(turns.rows).toEqual([{ message: 'old turn' }]);
    await eventually(async () => (await found('ancient')) === 0);
    await eventually(async () => (await found('recent')) === 1);
  });
});
