import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ATTENTION_KINDS, type CreatedApiKeyDto, type KeyScope } from '@groupless/shared-dto';
import { EventReader } from '../harness/http/event-reader';
import { whileAway } from '../harness/databases/outage';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { expectProblem } from '../harness/http/problems';
import { faultsOf, itWithPromtool } from '../harness/programs/promtool';
import { sendRaw } from '../harness/http/raw-http';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { serverAddress, TcpProxy, throughPort } from '../harness/databases/tcp-proxy';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';
import { eventually } from '../harness/data/times';
import { WEBHOOKS } from '../harness/data/webhooks';

const MONITORING = join(__dirname, '../../../../examples/monitoring');
const BACKUP_KEY = 'backup-5f2d90c1be7a4d36a8e4b0c7d1';

describe('GET /metrics', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let key: string;
  const backups = mkdtempSync(join(tmpdir(), 'groupless-backups-'));
  beforeAll(async () => {
    t = await startServedApp({ environment: { BACKUP_DIR: backups, BACKUP_KEY } });
    admin = await signIn(t);
    key = await makeKey(t, admin, ['metrics']);
  });
  afterAll(async () => {
    await t.close();
    rmSync(backups, { recursive: true });
  });

  const read = async () => new Scrape((await scrape(t, key).expect(200)).text);

  it('is text that Prometheus understands', async () => {
    const { headers, text } = await scrape(t, key).expect(200);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const sample = /^[a-z][a-z0-9_]*(\{[a-z_]+="[^"\\]*"(,[a-z_]+="[^"\\]*")*\})? -?[0-9.e+-]+$/;
    expect(lines.filter((line) => !sample.test(line))).toEqual([]);
    const names = text.match(/^# TYPE \S+/gm) ?? [];
    expect(new Set(names).size).toBe(names.length);
  });

  itWithPromtool('leaves promtool nothing to complain of', async () => {
    const { text } = await scrape(t, key).expect(200);
    expect(faultsOf(['check', 'metrics'], text)).toBe('');
    expect(faultsOf(['test', 'rules', join(MONITORING, 'alerts.test.yml')])).toBe('');
    const file = join(backups, 'prometheus.yml');
    const settings = readFileSync(join(MONITORING, 'prometheus.yml'), 'utf8');
    writeFileSync(join(backups, 'key'), key);
    const here = settings
      .replace('/etc/prometheus/groupless-key', join(backups, 'key'))
      .replace('alerts.yml', join(MONITORING, 'alerts.yml'));
    writeFileSync(file, here);
    expect(faultsOf(['check', 'config', file])).toBe('');
  });

  it('has all that the alerts and the dashboard ask for', async () => {
    const seen = await read();
    const asked = ['alerts.yml', 'grafana-dashboard.json']
      .map((name) => readFileSync(join(MONITORING, name), 'utf8'))
      .flatMap((text) => text.match(/\b(groupless|process|nodejs)_[a-z0-9_]+/g) ?? []);
    const missing = [...new Set(asked)].filter(
      (name) => !seen.text.includes(`# TYPE ${name.replace(/_bucket$/, '')} `),
    );
    expect(asked.length).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });

  it('says when the newest backup was begun', async () => {
    expect((await read()).value('groupless_backup_timestamp_seconds')).toBe(0);
    writeFileSync(join(backups, 'groupless-2026-11-01T03-04-05Z.backup'), '');
    expect((await read()).value('groupless_backup_timestamp_seconds')).toBe(
      Date.UTC(2026, 10, 1, 3, 4, 5) / 1_000,
    );
  });

  it('counts requests by the patterns of their routes, never by what was asked for', async () => {
    const [id, unknown] = [randomUUID(), 'no-such-place-7f3a'];
    const before = await read();
    for (const path of [`/api/clients/${id}`, `/${unknown}`, `/api/${unknown}`, `/webhook/${id}/webhook/x`]) {
      await sendRaw(t.port, { path, headers: admin.bearer });
    }
    await sendRaw(t.port, { method: 'PROPFIND', path: '/api/health/live' });
    const after = await read();
    const rise = (labels: string) =>
      after.value(`groupless_http_requests_total{${labels}}`) -
      before.value(`groupless_http_requests_total{${labels}}`);
    expect(rise('method="GET",route="/api/clients/:id",status="404"')).toBe(1);
    expect(rise('method="other",route="/api/health/live",status="405"')).toBe(1);
    expect(
      after.value('groupless_http_request_duration_seconds_count{method="GET",route="/api/clients/:id"}'),
    ).toBe(1);
    expect(after.text).not.toContain(unknown);
    expect(after.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('counts the calls and errors of each webhook, and holds no id of one', async () => {
    for (const { path, method, query, body } of WEBHOOKS) {
      const address = `${await t.webhook(path)}${query}`;
      await (method === 'GET' ? t.http.get(address) : t.http.post(address).send(body));
    }
    await t.http.post(await t.webhook('assistant-task')).send({});
    await eventually(
      async () => (await read()).value('groupless_webhook_calls_total{workflow="assistant-task"}') === 2,
    );
    const seen = await read();
    expect(seen.value('groupless_webhook_calls_total{workflow="assistant-context"}')).toBe(1);
    expect(seen.value('groupless_webhook_errors_total{workflow="assistant-context"}')).toBe(0);
    expect(seen.value('groupless_webhook_errors_total{workflow="assistant-task"}')).toBe(1);
    for (const { path } of WEBHOOKS) {
      expect(seen.text).not.toContain((await t.webhook(path)).split('/')[2]);
    }
  });

  it('has the pools, and what the process takes', async () => {
    const seen = await read();
    for (const database of ['panel', 'memory']) {
      expect(seen.value(`groupless_database_up{database="${database}"}`)).toBe(1);
      expect(seen.value(`groupless_database_pool_max{database="${database}"}`)).toBe(10);
      expect(seen.value(`groupless_database_pool_connections{database="${database}"}`)).toBeGreaterThan(0);
      expect(seen.value(`groupless_database_pool_waiting{database="${database}"}`)).toBe(0);
    }
    expect(seen.value('process_resident_memory_bytes')).toBeGreaterThan(50_000_000);
    expect(seen.value('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(seen.value('groupless_http_requests_in_flight')).toBe(1);
  });

  it('forgets nobody who went before the answer', async () => {
    const gone = 'groupless_http_requests_total{method="GET",route="/api/events",status="499"}';
    const reader = await EventReader.open(t.port, admin.bearer);
    expect((await read()).value('groupless_event_readers')).toBe(1);
    reader.close();
    await eventually(async () => (await read()).value(gone) === 1);
    const seen = await read();
    expect(seen.value('groupless_http_requests_in_flight')).toBe(1);
    expect(seen.value('groupless_event_readers')).toBe(0);
    expect(seen.text).not.toContain('duration_seconds_count{method="GET",route="/api/events"}');
  });

  it('counts what readers of events were sent', async () => {
    const before = await read();
    const reader = await EventReader.open(t.port, { ...admin.bearer, 'last-event-id': '1' });
    await reader.next('resync');
    await t.http.post('/api/clients').set(admin.bearer).send({ name: 'Ada' }).expect(201);
    await reader.next('client.created');
    const after = await read();
    reader.close();
    const rise = (name: string) => after.value(name) - before.value(name);
    expect(rise('groupless_events_delivered_total')).toBe(2);
    expect(rise('groupless_event_resyncs_total')).toBe(1);
    expect(rise('groupless_event_readers_cut_total')).toBe(0);
  });
});

describe('GET /metrics, asked about the business', () => {
  let databases: TestDatabases;
  let proxy: TcpProxy;
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    databases = await createTestDatabases();
    const url = databases.urls.memory.url;
    proxy = await TcpProxy.to(serverAddress(url));
    t = await startServedApp({
      urls: { ...databases.urls, memory: { ...databases.urls.memory, url: throughPort(url, proxy.port) } },
    });
    admin = await signIn(t);
  });
  afterAll(async () => {
    await t.close();
    await proxy.close();
    await databases.drop();
  });

  it('counts rows now and then, not at each scrape', async () => {
    const key = await makeKey(t, admin, ['metrics']);
    await t.panel.query(
      `insert into clients (id, name, source, created_at, updated_at)
       select gen_random_uuid(), 'C' || n, 'panel', now(), now() from generate_series(1, 3) n`,
    );
    await t.panel.query(
      `insert into conversations (id, chat_id, channel, status, created_at, updated_at)
       select gen_random_uuid(), 'c' || n, 'web', case when n > 2 then 'needs_human' else 'open' end, now(), now()
       from generate_series(1, 5) n`,
    );
    await t.memory.query(
      `insert into assistant_tasks (task, status) values ('a', 'pending'), ('b', 'completed')`,
    );
    const first = new Scrape((await scrape(t, key).expect(200)).text);
    expect(first.value('groupless_clients')).toBe(3);
    expect(first.value('groupless_conversations{status="open"}')).toBe(2);
    expect(first.value('groupless_conversations{status="needs_human"}')).toBe(3);
    expect(first.value('groupless_conversations{status="human"}')).toBe(0);
    expect(first.value('groupless_appointments_pending')).toBe(0);
    for (const kind of ATTENTION_KINDS)
      expect([kind, first.value(`groupless_attention{kind="${kind}"}`)]).toEqual([
        kind,
        kind === 'clients_wait' ? 3 : 0,
      ]);
    expect(first.value('groupless_tasks_pending')).toBe(1);

    await t.panel.query('delete from clients');
    const second = new Scrape((await scrape(t, key).expect(200)).text);
    expect(second.value('groupless_clients')).toBe(3);
  });

  it('answers with the rest while the panel database is away, for a key that was used before', async () => {
    const [used, unused, broader] = await Promise.all([
      makeKey(t, admin, ['metrics']),
      makeKey(t, admin, ['metrics']),
      makeKey(t, admin, ['metrics', 'panel:read']),
    ]);
    for (const key of [used, broader]) await scrape(t, key).expect(200);
    await whileAway(t, 'panel', async () => {
      // What is known of a key lasts a second.
      await sleep(1_000);
      const seen = new Scrape((await scrape(t, used).expect(200)).text);
      expect(seen.value('groupless_database_up{database="panel"}')).toBe(0);
      expect(seen.value('groupless_database_up{database="memory"}')).toBe(1);
      expect(seen.value('process_resident_memory_bytes')).toBeGreaterThan(0);
      expect(seen.text).not.toMatch(/^groupless_clients /m);
      expect(seen.value('groupless_tasks_pending')).toBe(1);
      for (const key of [unused, broader]) expectProblem(await scrape(t, key), 503, 'database_unavailable');
      expectProblem(await scrape(t, `${used.slice(0, -1)}_`), 401, 'invalid_api_key');
    });
    await eventually(async () => (await scrape(t, unused)).status === 200);
  });

  it('does not let a revoked key in once that can be known', async () => {
    const key = await makeKey(t, admin, ['metrics']);
    await scrape(t, key).expect(200);
    await t.panel.query('delete from api_keys');
    await sleep(1_000);
    expectProblem(await scrape(t, key), 401, 'invalid_api_key');
  });

  it('takes the key as a bearer token too, as Prometheus sends it', async () => {
    const key = await makeKey(t, admin, ['metrics']);
    const read = (value: string) => t.http.get('/metrics').set('authorization', `Bearer ${value}`);
    expect((await read(key)).text).toContain('groupless_database_up');
    expectProblem(await read(`${key.slice(0, -1)}_`), 401, 'invalid_api_key');
    expectProblem(await t.http.get('/metrics').set(admin.bearer), 403, 'forbidden');
    // Elsewhere it opens no more than it does in x-api-key.
    expectProblem(await t.http.get('/api/clients').set('authorization', `Bearer ${key}`), 403, 'forbidden');
  });

  it('answers while a database hangs without a word', async () => {
    const key = await makeKey(t, admin, ['metrics']);
    await scrape(t, key).expect(200);
    proxy.freeze();
    const seen = new Scrape((await scrape(t, key).expect(200)).text);
    expect(seen.value('groupless_database_up{database="memory"}')).toBe(0);
    expect(seen.value('groupless_database_up{database="panel"}')).toBe(1);
    expect(seen.value('groupless_clients')).toBe(3);
    expect(seen.text).not.toMatch(/^groupless_tasks_pending /m);
    proxy.cut();
  });
});

/** What a scrape said. */
class Scrape {
  constructor(readonly text: string) {}

  /** The value of a series, named as it stands in the text; 0 if it does not. */
  value(series: string): number {
    const line = this.text.split('\n').find((one) => one.startsWith(`${series} `));
    return Number(line?.slice(series.length + 1) ?? 0);
  }
}

function scrape({ http }: ServedApp, key: string) {
  return http.get('/metrics').set('x-api-key', key);
}

async function makeKey(t: ServedApp, { bearer }: SignedInUser, scopes: KeyScope[]): Promise<string> {
  const { body } = await t.http
    .post('/api/settings/keys')
    .set(bearer)
    .send({ name: randomUUID(), scopes })
    .expect(201);
  return (body as CreatedApiKeyDto).key;
}
