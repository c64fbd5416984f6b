import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { VersionKind } from '@groupless/shared-dto';
import { purgeErased, type Purged } from '../../src/programs/purge/purge-erased';
import { dataFilesWith } from '../harness/databases/data-files';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { eventually, WAITS_FOR_LOCK } from '../harness/data/times';
import { asSuperuser, testServer } from '../harness/databases/test-databases';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';

const ROWS = 4;
/** One word, which the search keeps too. */
const CANARY = `canary${randomBytes(12).toString('hex')}`;

describe('what is erased', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp();
    admin = await signIn(t, { role: 'admin' });
  });
  afterAll(() => t.close());

  const send = (method: 'post' | 'put' | 'patch' | 'delete', path: string, body?: object) =>
    t.http[method](`/api/memory/${path}`).set(admin.bearer).send(body);
  const webhook = async (path: string, body: object) => t.http.post(await t.webhook(path)).send(body);

  /** Makes a row with a text in each of its fields, and changes it, so that it has versions. */
  const WRITERS: Record<VersionKind, (text: string) => Promise<number>> = {
    session: async (text) => {
      const lists = { projects_touched: text, decisions_made: text, tasks_completed: text };
      const { body } = await webhook('assistant-session-summary', {
        summary: text,
        tasks_created: text,
        ...lists,
      });
      await send('patch', `sessions/${body.session.id}`, { summary: `${text} again` });
      return body.session.id as number;
    },
    state: async (text) => {
      const entry = { key: `key ${text}`, value: text, category: text.replaceAll(' ', '') };
      const { body } = await webhook('assistant-update-state', entry);
      await webhook('assistant-update-state', { ...entry, value: `${text} again`.repeat(200) });
      // By the panel, which puts it into the audit.
      await send('put', `state/${encodeURIComponent(entry.key)}`, { value: 'harmless' });
      return body.state.id as number;
    },
    task: async (text) => {
      const { body } = await webhook('assistant-task', { action: 'create', task: text });
      await webhook('assistant-task', { action: 'done', task: text });
      return body.task.id as number;
    },
    project: async (text) => {
      const { body } = await send('post', 'projects', {
        name: text,
        description: text,
        url: text,
        notes: text,
      });
      await send('patch', `projects/${body.id}`, { notes: `${text} again` });
      return body.id as number;
    },
    // By itself: a session that says it is erased with it above.
    decision: async (text) => {
      const { rows } = await t.memory.query<{ id: number }>(
        'insert into assistant_decisions (text) values ($1) returning id::float8 as id',
        [text],
      );
      const { id } = rows[0]!;
      await send('patch', `decisions/${id}`, { withdrawn_at: '2026-01-01T00:00:00Z' });
      return id;
    },
    person: async (text) => {
      const { body } = await send('post', 'people', { name: text, relationship: text, notes: text });
      await send('delete', `people/${body.id}`);
      return body.id as number;
    },
  };

  /** Also what stands in the memory alone is written to the files by it. */
  const purge = (patienceMs = 30_000) =>
    purgeErased(
      {
        memory_url: t.urls.memory.direct_url,
        panel_url: t.urls.panel.direct_url,
        superuser_url: testServer().superuser_url,
      },
      patienceMs,
    );

  /**
   * Purges while somebody has a snapshot that was taken after the erased rows had gone, and before the samples of them in
   * the statistics were replaced.
   */
  async function purgeBesideSnapshot(): Promise<Purged> {
    const [holder, reader] = [await t.memory.connect(), await t.memory.connect()];
    // Without a snapshot: the rewrite begins, and waits for these tables.
    await holder.query(
      'begin; lock table assistant_sessions, assistant_state, assistant_tasks in access share mode',
    );
    const purged = purge();
    await eventually(async () => (await t.memory.query(WAITS_FOR_LOCK)).rowCount !== 0);
    return asSuperuser(async (elsewhere) => {
      await elsewhere.query('begin; select pg_current_xact_id()');
      await reader.query('begin isolation level repeatable read; select 1');
      await holder.query('rollback');
      await Promise.race([purged, sleep(1_500)]);
      await reader.query('rollback');
      await elsewhere.query('rollback');
      for (const client of [holder, reader]) client.release();
      return purged;
    });
  }

  const findCanary = () => dataFilesWith(t.urls, CANARY);

  it('waits for a transaction of another database, beside which a snapshot is as old', async () => {
    await asSuperuser(async (client) => {
      await client.query('begin');
      await client.query('select pg_current_xact_id()');
      await expect(purge(300)).rejects.toThrow('a transaction, a backup or a replication slot');
      await client.query('rollback');
    });
  });

  it('is in no file of the server after a purge, nor in the log', async () => {
    const made: [VersionKind, number][] = [];
    for (let index = 0; index < ROWS; index++) {
      for (const [kind, write] of Object.entries(WRITERS)) {
        // Rows that stay, in the same pages.
        await write(`kept ${kind} ${index}`);
        made.push([kind as VersionKind, await write(`${CANARY} ${kind} ${index}`)]);
      }
    }
    expect((await t.http.get(`/api/memory/search?q=${CANARY}`).set(admin.bearer)).body.total).toBeGreaterThan(
      0,
    );
    await t.http.get('/api/memory/context').set(admin.bearer);
    await purge();
    expect((await findCanary()).length).toBeGreaterThan(10);

    for (const [kind, id] of made) expect((await send('post', 'erase', { kind, id })).status).toBe(204);

    expect((await t.http.get(`/api/memory/search?q=${CANARY}`).set(admin.bearer)).body.total).toBe(0);
    expect((await t.http.get('/api/memory/context').set(admin.bearer)).text).not.toContain(CANARY);
    expect(await purgeBesideSnapshot()).toMatchObject({ is_written: true });
    expect(await findCanary()).toEqual([]);
    expect(t.log_lines.filter((line) => line.includes(CANARY))).toEqual([]);
  });
});
