import type { SessionDto } from '@groupless/shared-dto';
import { shownFields } from '../../../src/outbound-webhooks/delivery/shown-object';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { insertRows } from '../../harness/databases/rows';
import { ToldEvents } from '../../harness/http/told-events';

const [ONE, OTHER] = [70_001, 70_002];

describe('a webhook that mirrors sessions', () => {
  let t: ServedApp;
  let told: ToldEvents;
  beforeAll(async () => {
    t = await startServedApp({ environment: { OUTBOUND_PRIVATE: 'true' } });
    told = await ToldEvents.follow(t);
    await insertRows(t.memory, 'assistant_sessions', [
      { id: ONE, summary: 'Moved the secret form' },
      { id: OTHER, summary: 'Painted the other form' },
    ]);
  });
  afterAll(async () => {
    await told.close();
    await t.close();
  });

  const patch = (id: number, body: object) =>
    t.http.patch(`/api/memory/sessions/${id}`).set(told.admin.bearer).send(body).expect(200);
  const set = (column: string, value: string) => () =>
    t.memory.query(`update assistant_sessions set ${column} = ${value} where id = ${ONE}`);

  it('is told of a corrected one as the API shows it, and of no other', async () => {
    let corrected: object = {};
    const { messages } = await told.during(async () => {
      corrected = (await patch(ONE, { summary: 'Moved the secret form back', mood: 'calm' }))
        .body as SessionDto;
    });
    expect(messages.map(({ type }) => type)).toEqual(['session.updated']);
    expect(messages[0]!.data).toMatchObject({ id: ONE, summary: 'Moved the secret form back', mood: 'calm' });
    expect(corrected).toMatchObject(messages[0]!.data);
  });

  it('is told of a change of each field that it is shown', async () => {
    const columns = (shownFields('session.updated') ?? []).filter((name) => name !== 'id');
    expect(columns.length).toBeGreaterThan(0);
    const { messages } = await told.during(async () => {
      for (const column of columns) await set(column, column === 'session_date' ? "'2026-01-02'" : "'new'")();
    });
    expect(messages.filter(({ type }) => type === 'session.updated')).toHaveLength(columns.length);
  });

  it('is not told of what it is not shown, nor of what stays as it is', async () => {
    const { hooks } = await told.during(async () => {
      for (const column of ['session_id', 'branch', 'head', 'machine', 'key_id', 'idempotency_key'])
        await set(column, "'new'")();
      await set('summary', 'summary')();
      await patch(OTHER, { summary: 'Painted the other form' });
    });
    expect(hooks).toEqual([]);
  });

  it('is told the id of a deleted one', async () => {
    await insertRows(t.memory, 'assistant_sessions', [{ id: 70_003, summary: 'short' }]);
    const { messages } = await told.during(() =>
      t.http.delete('/api/memory/sessions/70003').set(told.admin.bearer).expect(204),
    );
    expect(messages.map(({ type, data }) => [type, data])).toEqual([['session.updated', { id: 70_003 }]]);
  });

  it('keeps nothing but the id of an erased one in its log, and all of the other', async () => {
    const { messages } = await told.during(() =>
      t.http.post('/api/memory/erase').set(told.admin.bearer).send({ kind: 'session', id: ONE }).expect(204),
    );
    expect(messages.filter(({ type }) => type === 'session.updated').map(({ data }) => data)).toEqual([
      { id: ONE },
    ]);
    const { rows } = await t.panel.query<{ body: string }>('select body from hook_deliveries');
    const { rows: noted } = await t.memory.query('select * from hook_outbox');
    expect(JSON.stringify([rows, noted])).not.toContain('secret form');
    expect(JSON.stringify(rows)).toContain('Painted the other form');
  });
});
