import { createHash, randomUUID } from 'node:crypto';
import { fireSize, prove } from '../harness/hostile/fire';
import { sendRaw } from '../harness/http/raw-http';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { WEBHOOKS } from '../harness/data/webhooks';

const IDS = fireSize({ small: 200, usual: 10_000 });

describe(`${IDS} wrong webhook ids`, () => {
  let t: ServedApp;
  let ids: string[];
  beforeAll(async () => {
    t = await startServedApp({ environment: { KEY_FAILURES_PER_MINUTE: '1000000' } });
    ids = await Promise.all(WEBHOOKS.map(async ({ path }) => (await t.webhook(path)).split('/')[2]!));
  });
  afterAll(() => t.close());

  /** Ids that have never been, and the right one changed in one place. */
  function wrongId(count: number, right: string): string {
    const at = count % right.length;
    const changed = right.slice(0, at) + (right[at] === '0' ? '1' : '0') + right.slice(at + 1);
    switch (count % 5) {
      case 0:
        return changed;
      case 1:
        return right.slice(0, -1 - (count % 30));
      case 2:
        return encodeURIComponent(`${right}${String.fromCodePoint(count % 0xd000)}`);
      case 3:
        return right.toUpperCase() === right ? randomUUID() : right.toUpperCase();
      default:
        return randomUUID();
    }
  }

  it('run nothing, and get the same answer byte for byte', async () => {
    const answers = new Map<string, number>();
    for (let count = 0; count < IDS; count++) {
      const index = count % WEBHOOKS.length;
      const { method, path, query, body } = WEBHOOKS[index]!;
      const { status, headers, text } = await sendRaw(t.port, {
        method,
        path: `/webhook/${wrongId(count, ids[index]!)}/webhook/${path}${query}`,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      const { 'x-request-id': requestId, date: _date, ...others } = headers;
      const alike = JSON.stringify([status, others, text.replaceAll(String(requestId), '')]);
      const digest = `${status} ${createHash('sha256').update(alike).digest('hex')}`;
      answers.set(digest, (answers.get(digest) ?? 0) + 1);
    }
    expect([...answers.values()]).toEqual([IDS]);
    expect([...answers.keys()][0]).toMatch(/^404 /);
    const { rows } = await t.memory.query(
      'select key from assistant_state union all select task from assistant_tasks union all select summary from assistant_sessions',
    );
    expect(rows).toEqual([]);
    prove({
      asvs: '8.2.1, 6.3.8',
      promise: 'A wrong webhook id runs nothing and does not tell why it is wrong.',
      figure: `${IDS} ids: 0 runs, ${answers.size} answer`,
    });
  }, 300_000);
});
