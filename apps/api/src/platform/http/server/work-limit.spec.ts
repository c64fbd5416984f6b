import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { AppError } from '../../errors/app-error';
import { limitConcurrentRequests } from './work-limit';

const MOST = 2;

describe('the limit of requests in work', () => {
  let server: FastifyInstance;
  let origin: string;
  /** Ends what is in work. */
  let finish: () => void;
  /** Resolves when so many requests have come to their handler. */
  let started: (count: number) => Promise<unknown>;
  beforeEach(async () => {
    const work = Promise.withResolvers<string>();
    finish = () => work.resolve('done');
    const arrivals = Array.from({ length: 10 }, () => Promise.withResolvers<undefined>());
    started = (count) => Promise.all(arrivals.slice(0, count).map(({ promise }) => promise));
    let arrived = 0;
    server = Fastify({ forceCloseConnections: true });
    server.setErrorHandler((error, _request, reply) =>
      reply.code(error instanceof AppError ? 503 : 500).send(),
    );
    limitConcurrentRequests(server, MOST);
    const handler = () => {
      arrivals[arrived++]?.resolve(undefined);
      return work.promise;
    };
    server.get('/work', handler);
    server.get('/stream', { config: { streams_events: true } }, handler);
    server.get('/api/health/ready', () => 'ready');
    await server.listen({ host: '127.0.0.1', port: 0 });
    origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    finish();
    await server.close();
  });

  const ask = async (path: string, signal?: AbortSignal) =>
    (await fetch(origin + path, signal === undefined ? {} : { signal })).status;

  it('refuses more than that, and takes others as soon as one has ended', async () => {
    const taken = [ask('/work'), ask('/work')];
    await started(MOST);
    expect(await ask('/work')).toBe(503);
    expect(await ask('/unknown')).toBe(503);
    finish();
    expect(await Promise.all(taken)).toEqual([200, 200]);
    expect(await ask('/work')).toBe(200);
  });

  it('counts a caller who goes away no longer', async () => {
    const caller = new AbortController();
    const taken = [ask('/work', caller.signal), ask('/work')];
    await started(MOST);
    caller.abort();
    await expect(taken[0]).rejects.toThrow('aborted');
    const isTaken = () =>
      Promise.race([started(MOST + 1).then(() => true), ask('/work').then((status) => status !== 503)]);
    // The server may hear of it a moment later.
    while (!(await isTaken()));
  });

  it('counts neither streams nor the question whether the server is well', async () => {
    const open = [ask('/stream'), ask('/stream'), ask('/stream'), ask('/work'), ask('/work')];
    await started(open.length);
    expect(await ask('/work')).toBe(503);
    expect(await ask('/api/health/ready')).toBe(200);
    finish();
    expect(await Promise.all(open)).toEqual([200, 200, 200, 200, 200]);
  });
});
