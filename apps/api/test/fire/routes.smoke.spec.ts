import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { listHandlers } from '../../src/platform/access/handlers';
import { fireSize, prove } from '../harness/hostile/fire';
import { ACCESS_TABLE } from '../harness/hostile/access-table';
import { AS_MANAGER } from '../harness/data/credentials';
import { signIn } from '../harness/data/panel-users';
import { MORE_PATH_SPELLINGS, PATH_SPELLINGS } from '../harness/hostile/path-spellings';
import { sendRaw } from '../harness/http/raw-http';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const SPELLINGS = Object.entries({
  'as it is': (path: string) => path,
  ...PATH_SPELLINGS,
  ...MORE_PATH_SPELLINGS,
});
/** Of all combinations, every so-manieth is tried. */
const STEP = fireSize({ small: 41, usual: 1 });

/** Nobody has this id. */
const fill = (path: string) => path.replace(/:\w+/g, '01936f00-0000-7000-8000-000000000000');

describe('each path with each method in each spelling', () => {
  let t: ServedApp;
  let paths: string[];
  beforeAll(async () => {
    t = await startServedApp({ environment: { KEY_FAILURES_PER_MINUTE: '1000000' } });
    const handlers = listHandlers(t.app.get(DiscoveryService, { strict: false }), new MetadataScanner());
    paths = [...new Set(handlers.flatMap((handler) => handler.paths))];
  });
  afterAll(() => t.close());

  it('opens nothing to who has no credential, or a wrong one', async () => {
    const { bearer } = await signIn(t, { role: 'viewer' });
    const callers = [
      {},
      { ...bearer, 'x-api-key': 'wrong' },
      { ...AS_MANAGER, authorization: `${bearer.authorization}x` },
    ];
    const opened: string[] = [];
    let asked = 0;
    let combination = 0;
    for (const path of paths) {
      const closed = METHODS.filter((method) => !isOpen(method, path));
      for (const method of closed)
        for (const [name, respell] of SPELLINGS) {
          if (combination++ % STEP !== 0) continue;
          const headers = callers[asked++ % callers.length]!;
          const answer = await sendRaw(t.own_port, { method, path: respell(fill(path)), headers });
          // An address outside the API's is the panel's, whose pages hold nothing of anybody.
          const isPage = String(answer.headers['content-type']).startsWith('text/html');
          const isRefused = answer.status >= 400 && answer.status < 500;
          if (!isRefused && !isPage)
            opened.push(`${method} ${respell(fill(path))} (${name}): ${answer.status}`);
        }
    }
    expect(opened).toEqual([]);
    prove({
      asvs: '8.2.1, 8.3.1, 13.4.4',
      promise: 'No method and no spelling of a path opens what its policy closes.',
      figure: `${asked} requests, ${paths.length} paths × ${METHODS.length} methods × ${SPELLINGS.length} spellings: ${opened.length} surprises`,
    });
  }, 600_000);
});

/** HEAD is answered as GET is. */
function isOpen(method: string, path: string): boolean {
  const opened = ACCESS_TABLE[`${method === 'HEAD' ? 'GET' : method} ${path}`];
  return opened === 'open' || opened === 'own rule';
}
