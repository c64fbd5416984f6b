import { connect, type Socket } from 'node:net';
import { RequestMetrics } from '../../../src/metrics/request-metrics';
import { EventReader } from '../../harness/http/event-reader';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { eventually } from '../../harness/data/times';

const MOST = 3;

describe(`a server that works on ${MOST} requests at once`, () => {
  let t: ServedApp;
  let user: SignedInUser;
  let history: string;
  beforeAll(async () => {
    const limits = {
      REQUESTS_AT_ONCE: String(MOST),
      LOCK_TIMEOUT_MS: '20000',
      STATEMENT_TIMEOUT_MS: '20000',
    };
    t = await startServedApp({ environment: limits });
    user = await signIn(t);
    history = await t.webhook('chat-history');
  });
  afterAll(() => t.close());

  const ask = (chat_id: string) => t.http.get(history).query({ chat_id });
  const list = () => t.http.get('/api/memory/chats').set(user.bearer);

  /** Does something while nobody can read the chats: whoever asks for them waits. */
  async function whileLocked(task: () => Promise<void>): Promise<void> {
    const holder = await t.memory.connect();
    try {
      await holder.query('begin; lock table chat_history, chats in access exclusive mode');
      await task();
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  }

  /** Waits until so many requests have no answer yet. */
  async function inWork(count: number): Promise<void> {
    const { registry } = t.app.get(RequestMetrics);
    const line = `groupless_http_requests_in_flight ${count}`;
    await eventually(async () => (await registry.metrics()).includes(`\n${line}\n`));
  }

  it('tells the next one to come again, and does what it has taken on', async () => {
    const taken: Promise<number>[] = [];
    await whileLocked(async () => {
      for (let count = 0; count < MOST; count++)
        taken.push(ask(`taken ${count}`).then(({ status }) => status));
      await inWork(MOST);
      const refused = await ask('refused');
      expectProblem(refused, 503, 'overloaded');
      expect(refused.headers['retry-after']).toBe('5');
    });
    expect(await Promise.all(taken)).toEqual([200, 200, 200]);
    await ask('again').expect(200);
    const counted = await t.app.get(RequestMetrics).registry.metrics();
    expect(counted).toContain('\ngroupless_http_requests_refused_total 1\n');
  });

  it('has turns of their own for programs and for the panel, and always tells how it is', async () => {
    const taken: Promise<number>[] = [];
    await whileLocked(async () => {
      for (let count = 0; count < MOST; count++) taken.push(ask(`own ${count}`).then(({ status }) => status));
      await inWork(MOST);
      await t.http.get('/api/clients').set(user.bearer).expect(200);
      expectProblem(
        await t.http.get('/api/clients').set('authorization', 'Bearer a.b.c'),
        401,
        'unauthenticated',
      );

      for (let count = 0; count < MOST; count++) taken.push(list().then(({ status }) => status));
      await inWork(2 * MOST);
      expectProblem(await t.http.get('/api/clients').set(user.bearer), 503, 'overloaded');
      await t.http.get('/api/health/live').expect(200);
      await t.http.get('/api/health/ready').expect(200);
    });
    expect(await Promise.all(taken)).toEqual(Array.from({ length: 2 * MOST }, () => 200));
  });

  it('gives back the turn of a caller who has gone', async () => {
    await whileLocked(async () => {
      const gone = new AbortController();
      const url = `http://127.0.0.1:${t.own_port}/api/memory/chats`;
      const asked = Array.from({ length: MOST }, () =>
        fetch(url, { headers: user.bearer, signal: gone.signal }).catch(() => 'gone'),
      );
      await inWork(MOST);
      gone.abort();
      expect(await Promise.all(asked)).toEqual(['gone', 'gone', 'gone']);
      await inWork(0);
      await t.http.get('/api/clients').set(user.bearer).expect(200);
    });
  });

  it('keeps no turn for bodies that have not arrived, nor for streams of events', async () => {
    const sockets: Socket[] = [];
    const readers: EventReader[] = [];
    const head = ['POST /api/auth/login HTTP/1.1', 'Host: 127.0.0.1', 'Content-Type: application/json'];
    for (let count = 0; count < 2 * MOST; count++) {
      const socket = connect(t.own_port, '127.0.0.1');
      sockets.push(socket);
      await new Promise<void>((resolve) => {
        socket.write([...head, 'Content-Length: 90', '', '{'].join('\r\n'), () => resolve());
      });
      readers.push(await EventReader.open(t.port, user.bearer));
    }
    await eventually(async () => (await t.http.get('/api/clients').set(user.bearer)).status === 200);
    for (const socket of sockets) socket.destroy();
    for (const reader of readers) reader.close();
  });
});
