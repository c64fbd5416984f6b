import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { listHandlers } from '../../src/platform/access/handlers';
import { prove } from '../harness/hostile/fire';
import { signIn } from '../harness/data/panel-users';
import { sendRaw } from '../harness/http/raw-http';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { WEBHOOKS } from '../harness/data/webhooks';

const JSON_AS_NAME =
  '{"email":"a@b.example","key":"k","value":"v","task":"t","action":"create","summary":"s","x":"=x"}';
const TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'];
const BODIES: Record<string, string> = {
  'application/x-www-form-urlencoded': 'email=a%40b.example&password=x&key=k&value=v',
  'multipart/form-data; boundary=x':
    '--x\r\nContent-Disposition: form-data; name="key"\r\n\r\nv\r\n--x--\r\n',
  'text/plain': JSON_AS_NAME,
};
/** What a browser says of a form on another site, new browsers and old ones. */
const ORIGINS = [
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example' },
  { referer: 'https://evil.example/' },
  {},
];
/** What no form can send, but a page of another site can with `fetch` in `no-cors` mode. */
const WITHOUT_FORM = [
  { type: '', body: JSON_AS_NAME },
  { type: 'text/plain;application/json', body: JSON_AS_NAME },
];

describe('forms of other sites', () => {
  let t: ServedApp;
  let paths: string[];
  beforeAll(async () => {
    t = await startServedApp({ environment: { LOGIN_FAILURES_PER_ADDRESS: '100000' } });
    const handlers = listHandlers(t.app.get(DiscoveryService, { strict: false }), new MetadataScanner());
    const posts = handlers.filter(({ method }) => method === 'POST').flatMap((handler) => handler.paths);
    const webhooks = await Promise.all(WEBHOOKS.map(({ path }) => t.webhook(path)));
    const routes = posts.filter((path) => !path.startsWith('/webhook/'));
    paths = [
      ...routes.map((path) => path.replace(/:\w+/g, '01936f00-0000-7000-8000-000000000000')),
      ...webhooks,
    ];
  });
  afterAll(() => t.close());

  /** How many rows each table has. Counters of failures are no effect of a request, lists of refused calls neither. */
  async function counts(): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const pool of [t.panel, t.memory]) {
      const { rows } = await pool.query<{ name: string }>(
        "select tablename as name from pg_tables where schemaname = 'public' and tablename !~ 'failure|limit|audit|attempt|workflow_'",
      );
      for (const { name } of rows) {
        const counted = await pool.query<{ rows: string }>(`select count(*) as rows from "${name}"`);
        found[name] = Number(counted.rows[0]!.rows);
      }
    }
    return found;
  }

  /** How many calls of webhooks are listed that were not refused. */
  async function answeredCalls(): Promise<number> {
    const { rows } = await t.panel.query<{ calls: number }>(
      `select (select count(*) from workflow_executions where status < 400)::int
            + (select coalesce(sum(calls - errors), 0) from workflow_hours)::int as calls`,
    );
    return rows[0]!.calls;
  }

  it('have no effect, even with the cookies that SameSite=Strict holds back', async () => {
    const user = await signIn(t);
    const cookie = `refresh_token=${user.refresh_token}`;
    const forms = TYPES.flatMap((type) => ORIGINS.map((said) => ({ said, type, body: BODIES[type]! })));
    const fetches = WITHOUT_FORM.flatMap((sent) => ORIGINS.map((said) => ({ said, ...sent })));
    const before = await counts();
    const effects: string[] = [];
    let sent = 0;
    for (const path of paths)
      for (const { said, type, body } of [...forms, ...fetches]) {
        sent++;
        const headers = { ...said, cookie, ...(type === '' ? {} : { 'content-type': type }) };
        const { status } = await sendRaw(t.port, { method: 'POST', path, body, headers });
        // An expired or unknown webhook id, or a reader's address, does not take POST.
        if (status < 400 || status >= 500) effects.push(`${path} ${type} ${JSON.stringify(said)}: ${status}`);
      }
    expect(effects).toEqual([]);
    expect(await counts()).toEqual(before);
    expect(await answeredCalls()).toBe(0);
    const session = await sendRaw(t.port, { path: '/api/auth/me', headers: user.bearer });
    expect(session.status).toBe(200);
    prove({
      asvs: '3.5.1, 3.5.2, 3.3.2',
      promise: 'A form or a fetch of another site changes nothing.',
      figure: `${sent} requests, ${forms.length + fetches.length} kinds × ${paths.length} addresses: ${effects.length} effects`,
    });
  }, 120_000);
});
