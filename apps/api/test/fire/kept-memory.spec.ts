import * as fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { fireSize, prove } from '../harness/hostile/fire';
import { hostileRequests, type OpenApi } from '../harness/hostile/hostile-requests';
import { sendRaw, type RawRequest } from '../harness/http/raw-http';
import { startProbed } from '../harness/programs/probed-program';
import { makeDataFolder, type DataFolder } from '../harness/programs/running-program';

jest.setTimeout(1_800_000);

/** The same requests in every run, so that a failure can be repeated. */
const SEED = 20_261_121;
/** By then all code was used once, and what is kept on purpose is there. */
const WARMING = fireSize({ small: 200, usual: 3_000 });
const COUNTED = fireSize({ small: 200, usual: 10_000, long: 50_000 });
const LIMIT_MB = 20;
const PASSWORD = 'correct horse battery staple';

/** Never ends by itself. */
const ENDLESS = ['get /api/events'];

describe('the memory of the server', () => {
  let data: DataFolder;
  let probed: Awaited<ReturnType<typeof startProbed>>;
  let port: number;
  let bearer = {};
  let switchKey: { 'x-api-key': string };
  beforeAll(async () => {
    data = makeDataFolder();
    switchKey = { 'x-api-key': randomBytes(32).toString('hex') };
    probed = await startProbed({
      DATA_DIR: data.path,
      ADMIN_PASSWORD: PASSWORD,
      SWITCH_API_KEY: switchKey['x-api-key'],
      KEY_FAILURES_PER_MINUTE: '1000000',
      LOGIN_FAILURES_PER_ADDRESS: '1000000',
      LOG_LEVEL: 'error',
    });
    port = Number(new URL(probed.program.base_url).port);
  });
  afterAll(async () => {
    await probed.program.kill('SIGTERM');
    await data.remove();
  });

  const logIn = async () => (bearer = await probed.program.logIn(PASSWORD));

  /** Some of the requests end the session, and are right to. */
  async function send(request: RawRequest, index: number): Promise<number> {
    const sendWith = async (credential: object) =>
      (await sendRaw(port, { ...request, headers: { ...request.headers, ...credential } })).status;
    if (index % 10 === 0) return sendWith(switchKey);
    const status = await sendWith(bearer);
    if (status !== 401) return status;
    await logIn();
    return sendWith(bearer);
  }

  it(`does not grow by more than ${LIMIT_MB} MB over ${COUNTED} hostile requests`, async () => {
    const api = await sendRaw(port, { path: '/api/docs-json' });
    const requests = hostileRequests(JSON.parse(api.text) as OpenApi, new Set(ENDLESS));
    const sample = fc.sample(requests, { numRuns: WARMING + COUNTED, seed: SEED });
    await logIn();
    const statuses = new Map<number, number>();
    const sendAll = async (some: readonly RawRequest[]) => {
      for (const [index, request] of some.entries()) {
        const status = await send(request, index);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await sendAll(sample.slice(0, WARMING));
    const before = await probed.kept();
    await sendAll(sample.slice(WARMING));
    const after = await probed.kept();
    const grown = (name: keyof typeof after) => (after[name] - before[name]) / 1e6;
    const megabytes = (name: keyof typeof after) => `${grown(name).toFixed(1)} MB`;
    const figure = `${megabytes('kept_bytes')} kept; RSS ${megabytes('rss_bytes')}, of it pages of the heap, free ones among them, ${megabytes('heap_pages_bytes')}`;
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    expect([...statuses.keys()].filter((status) => status < 300)).not.toEqual([]);
    expect({ figure, isWithin: grown('kept_bytes') <= LIMIT_MB }).toEqual({ figure, isWithin: true });
    prove({
      asvs: '15.2.2',
      promise: `Hostile requests leave no more than ${LIMIT_MB} MB behind in the server’s memory.`,
      figure: `${COUNTED} requests after ${WARMING}, garbage collected: ${figure}`,
    });
  });
});
