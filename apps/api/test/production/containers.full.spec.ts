import { request } from 'node:https';
import { availableParallelism } from 'node:os';
import { Composed, SERVICES, whatContainersLack, type Service } from '../harness/programs/composed';
import { EventReader } from '../harness/http/event-reader';
import { postJson } from '../harness/programs/running-program';
import { eventually } from '../harness/data/times';
import { Traffic } from '../harness/rolling/traffic';

jest.setTimeout(1_200_000);

/** Before and after each step. */
const REQUESTS = 60;
const PER_SECOND = 20 * availableParallelism();

const lack =
  process.env['TEST_CONTAINERS'] === '1' ? whatContainersLack() : 'npm run test:containers runs them';
if (lack !== null)
  console.warn(`SKIPPED: the containers (${lack}; docker/test/engine.sh makes what they need).`);

interface Step {
  requests: number;
  /** Found nobody who listens: nothing was sent. */
  refused: number;
  /** Were cut, or answered with a problem. */
  failed: string[];
  /** Bookings that were acknowledged and are not stored. */
  lost: number;
  took_ms: number;
}

(lack === null ? describe : describe.skip)('compose.yml, started as it is', () => {
  const figures: Record<string, unknown> = { cores: availableParallelism() };
  let composed: Composed;
  let traffic: Traffic;
  beforeAll(async () => {
    composed = await Composed.make();
    figures['build_ms'] = await timed(() => composed.compose('build'));
    figures['up_ms'] = await timed(() => composed.compose('up', '-d', '--wait'));
  });
  afterAll(async () => {
    process.stderr.write(`${JSON.stringify(figures, null, 2)}\n`);
    await composed.remove();
  });

  it('serves: a log-in, a webhook, a stream that hears of it', async () => {
    const authorization = `Bearer ${await composed.logIn()}`;
    const stream = await EventReader.open(Number(new URL(composed.base_url).port), { authorization });
    const webhook = (await composed.webhooks())['assistant-task'] ?? '';
    const task = { action: 'create', task: 'in a container' };
    expect((await postJson(webhook, task, { 'x-api-key': composed.memory_key })).status).toBe(201);
    await stream.next('task.updated');
    stream.close();
    const panel = await fetch(composed.base_url);
    expect([panel.status, panel.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const service of SERVICES) {
      expect([
        service,
        await composed.inspect(service, '{{.State.Health.Status}} {{.HostConfig.ReadonlyRootfs}}'),
      ]).toEqual([service, 'healthy true']);
    }
  });

  it('serves by TLS with compose.tls.yml, and goes back', async () => {
    await composed.addTls();
    await composed.compose('up', '-d', '--wait');
    const open = await fetch('http://localhost/', { redirect: 'manual' });
    expect([open.status, open.headers.get('location')]).toEqual([308, 'https://localhost/']);
    expect(await overTls('/api/health/live')).toEqual([200, 'max-age=31536000']);
    composed.removeTls();
    await composed.compose('up', '-d', '--wait');
  });

  describe('under traffic', () => {
    beforeAll(async () => {
      traffic = await Traffic.start(composed, PER_SECOND);
    });
    afterAll(() => traffic.stop());

    it.each(['api-1', 'api-2'] as const)('loses no request while %s is updated', async (service) => {
      if (service === 'api-1') figures['rebuild_ms'] = await timed(() => composed.buildAnew());
      const before = await composed.inspect(service, '{{.Image}}');
      const step = await observed(`update of ${service}`, () => update(service));
      expect(await composed.inspect(service, '{{.Image}}')).not.toBe(before);
      expect(step).toMatchObject({ refused: 0, failed: [], lost: 0 });
    });

    it('loses no request while the panel and the configuration of nginx are updated, whatever streams are open', async () => {
      const streams = await openStreams();
      expect((await fetch(`${composed.base_url}/next.txt`)).status).toBe(404);
      const step = await observed('update of the panel', async () => {
        await composed.compose('run', '--rm', 'panel-files');
        await composed.compose('kill', '-s', 'HUP', 'panel');
        await eventually(async () => (await fetch(`${composed.base_url}/next.txt`)).status === 200);
      });
      expect(step).toMatchObject({ refused: 0, failed: [], lost: 0 });
      for (const stream of streams) stream.close();
    });

    it('is away for a moment while nginx itself is replaced', async () => {
      const streams = await openStreams();
      const step = await observed('another nginx', async () => {
        await composed.compose('up', '-d', '--no-deps', '--wait', '--force-recreate', 'panel');
      });
      await Promise.all(streams.map((stream) => stream.end()));
      expect(step.lost).toBe(0);
      // Nobody hears of an error of the servers.
      expect(step.failed.filter((outcome) => /\b\d{3}\b/.test(outcome))).toEqual([]);
    });

    it.each(['api-1', 'api-2'] as const)(
      'loses what %s has in hand when it is killed, and no more',
      async (service) => {
        const step = await observed(`kill -9 of ${service}`, () => crash(service));
        expect(step).toMatchObject({ refused: 0, lost: 0 });
        expect(step.failed.length).toBeLessThan(PER_SECOND);
      },
    );

    it.each(['panel', 'postgres'] as const)('comes back by itself when %s is killed', async (service) => {
      const step = await observed(`kill -9 of ${service}`, () => crash(service));
      expect(step.lost).toBe(0);
    });

    it('comes back by itself when PostgreSQL is restarted', async () => {
      const step = await observed('restart of postgres', async () => {
        await composed.compose('restart', 'postgres');
        await works();
      });
      expect(step).toMatchObject({ refused: 0, lost: 0 });
    });

    it('has everything after down and up', async () => {
      const step = await observed('down and up', async () => {
        figures['down_ms'] = await timed(() => composed.compose('down'));
        figures['up_again_ms'] = await timed(() => composed.compose('up', '-d', '--wait'));
        await works();
      });
      expect(step.lost).toBe(0);
    });
  });

  async function openStreams(): Promise<EventReader[]> {
    const authorization = `Bearer ${await composed.logIn()}`;
    const port = Number(new URL(composed.base_url).port);
    return Promise.all([1, 2, 3].map(() => EventReader.open(port, { authorization })));
  }

  async function update(service: Service): Promise<void> {
    await composed.compose('up', '-d', '--no-deps', '--wait', service);
  }

  async function crash(service: Service): Promise<void> {
    const restarts = Number(await composed.inspect(service, '{{.RestartCount}}'));
    await composed.crash(service);
    await eventually(async () => {
      const now = await composed.inspect(service, '{{.RestartCount}} {{.State.Health.Status}}');
      return now === `${restarts + 1} healthy`;
    });
    await works();
  }

  /** Writes are taken again. */
  function works(): Promise<void> {
    return eventually(async () => {
      const { size } = traffic.booked;
      const seen = traffic.total;
      await eventually(() => traffic.total >= seen + REQUESTS);
      return traffic.booked.size > size;
    });
  }

  /** What became of the requests meanwhile, and shortly before and after. */
  async function observed(name: string, work: () => Promise<void>): Promise<Step> {
    const from = { total: traffic.total, failures: traffic.failures.length };
    await eventually(() => traffic.total >= from.total + REQUESTS);
    const took_ms = await timed(work);
    const done = traffic.total;
    await eventually(() => traffic.total >= done + REQUESTS);
    const outcomes = traffic.failures.slice(from.failures).map(({ kind, outcome }) => `${kind}: ${outcome}`);
    const acknowledged = [...traffic.booked];
    const stored = new Set(await composed.select('groupless', 'select id from appointments'));
    const isRefusal = (outcome: string) => outcome.includes('ECONNREFUSED');
    const step: Step = {
      requests: traffic.total - from.total,
      refused: outcomes.filter(isRefusal).length,
      failed: outcomes.filter((outcome) => !isRefusal(outcome)),
      lost: acknowledged.filter((id) => !stored.has(id)).length,
      took_ms,
    };
    figures[name] = { ...step, failed: counted(step.failed), acknowledged: acknowledged.length };
    return step;
  }
});

function counted(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begunMs = performance.now();
  await work();
  return Math.round(performance.now() - begunMs);
}

function overTls(path: string): Promise<[number | undefined, string | undefined]> {
  return new Promise((resolve, reject) => {
    // Its certificate was made a moment ago; who signed it is not the question here.
    request({ host: 'localhost', path, rejectUnauthorized: false }, (answer) => {
      answer.resume();
      resolve([answer.statusCode, answer.headers['strict-transport-security']]);
    })
      .once('error', reject)
      .end();
  });
}
