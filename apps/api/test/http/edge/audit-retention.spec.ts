import { randomUUID } from 'node:crypto';
import { AuditRetentionService } from '../../../src/audit/audit-retention.service';
import { startServedApp, type ServedApp } from '../../harness/served-app';

describe('the retention of the audit', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await startServedApp();
  });
  afterAll(() => t.close());

  it('keeps entries for two years, and lets nobody else remove one', async () => {
    const at = (days: number) => new Date(Date.now() - days * 86_400_000);
    const ids = [randomUUID(), randomUUID()];
    for (const [index, days] of [729, 731].entries())
      await t.panel.query(`insert into audit_events (id, at, action) values ($1, $2, 'test.kept')`, [
        ids[index],
        at(days),
      ]);
    const remove = 'delete from audit_events where id = $1';
    await expect(t.panel.query(remove, [ids[1]])).rejects.toThrow('only ever added');
    await t.app.get(AuditRetentionService).removeOld();
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
});
