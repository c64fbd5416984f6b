import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorCode } from '@groupless/shared-dto';
import type { Environment } from '../../program/environment';
import { EXIT } from '../../program/exit-codes';
import { memoryState } from '../places';
import { Failure } from '../../program/failure';
import { MemoryRefusal, type MemoryApi } from '../server/memory-api';
import { sendSpooled } from './send-spooled';
import { isWaiting, takeOver, waitingElsewhere } from './receivers';
import { removeOldEntries, spool, spoolCounts } from './spool';

const ADDRESS = 'http://127.0.0.1';
const HERE = { url: ADDRESS, keyHash: 'of-ada' };

describe('the spool', () => {
  let environment: Environment;
  beforeEach(() => {
    const home = mkdtempSync(join(tmpdir(), 'spool-'));
    environment = { variables: {}, home, cwd: home, platform: 'linux' };
  });
  afterEach(() => rmSync(environment.home, { recursive: true }));

  const folder = () => memoryState(environment, 'spool');
  const write = (ageDays: number, bytes: number) => {
    const name = `${String(Date.now() - ageDays * 86_400_000).padStart(15, '0')}-000000-0a.json`;
    mkdirSync(folder(), { recursive: true });
    writeFileSync(join(folder(), name), 'x'.repeat(bytes));
    return name;
  };

  it('keeps no secret', () => {
    const place = { branch: 'fix/ghp_a1B2c3a1B2c3a1B2c3a1B2c3a1B2c3a1B2c3' };
    spool(environment, HERE, { kind: 'messages', identity: 'a', place, messages: [] });
    spool(environment, HERE, { kind: 'task', identity: 'a', body: { tasks: ['use DB_PASS=Qwerty!2345'] } });
    spool(environment, HERE, {
      kind: 'state',
      identity: 'a',
      body: { key: 'api_key', value: '9f8e7d6c5b4a' },
    });
    const kept = readdirSync(folder()).map((name) => readFileSync(join(folder(), name), 'utf8'));
    expect(kept.join('')).not.toMatch(/ghp_|Qwerty|9f8e/);
    expect(kept.join('').match(/\[masked\]/g)).toHaveLength(3);
  });

  it('keeps what is written, and gives up the oldest beyond its size alone', () => {
    spool(environment, HERE, { kind: 'task', identity: 'a', body: {} });
    removeOldEntries(environment);
    expect(spoolCounts(environment)).toEqual({ waiting: 1, rejected: 0, dropped: 0 });

    const [tooMany, kept] = [write(3, 400), write(2, 400)];
    removeOldEntries(environment, { bytes: 700 });
    expect(readdirSync(folder())).toHaveLength(2);
    expect([tooMany, kept].map((name) => existsSync(join(folder(), name)))).toEqual([false, true]);
    expect(spoolCounts(environment)).toMatchObject({ waiting: 2, dropped: 1 });
  });

  it.each([-400, 31, 4_000])('loses nothing to a clock that is wrong by %i days', (days) => {
    write(days, 10);
    removeOldEntries(environment);
    expect(spoolCounts(environment)).toEqual({ waiting: 1, rejected: 0, dropped: 0 });
  });

  it('takes what waits for an old address to the new one', () => {
    spool(environment, { ...HERE, url: 'http://old.example' }, { kind: 'task', identity: 'a', body: {} });
    spool(environment, HERE, { kind: 'task', identity: 'a', body: {} });
    expect(waitingElsewhere(environment, HERE)).toEqual({ 'http://old.example': 1 });
    expect(takeOver(environment, HERE)).toBe(1);
    expect(waitingElsewhere(environment, HERE)).toEqual({});
  });

  describe('sends', () => {
    interface Sent {
      body?: string;
      headers?: Record<string, string>;
    }

    /** A server with one project, and what it was sent. */
    class Server {
      project = 'shop';
      refusal: ErrorCode | null = null;
      /** What a proxy in front of it dislikes; everything with null. */
      disliked: string | null = '-';
      /** What the key may not send. */
      forbidden: string | null = null;
      /** A field that it does not know. */
      unknown = '-';
      asked: string[] = [];
      /** The project of each summary, and its body. */
      summaries: unknown[] = [];
      readonly api = {
        ...HERE,
        readWebhooks: () => (this.disliked === null ? Promise.reject(strange()) : replyOf({})),
        api: (path: string) => {
          const folder = { project: this.project, is_new: false, also: [] };
          if (path === '/memory/projects/of-folder') return replyOf(folder);
          this.asked.push('messages');
          return replyOf({ stored: 1 });
        },
        webhook: (name: string, _: string, { body = '', headers = {} }: Sent) => {
          const { project } = JSON.parse(body) as { project?: string };
          if (name === 'assistant-session-summary')
            this.summaries.push([headers['x-assistant-project'], JSON.parse(body)]);
          this.asked.push(name);
          if (this.forbidden !== null && body.includes(this.forbidden))
            return Promise.reject(refusalOf('forbidden', 403));
          if (body.includes(`"${this.unknown}"`)) return Promise.reject(refusalOf('invalid_request', 400));
          if (this.disliked === null || body.includes(this.disliked)) return Promise.reject(strange());
          if (this.refusal !== null) return Promise.reject(refusalOf(this.refusal));
          const isKnown = project === undefined || project === this.project;
          return isKnown ? replyOf({ result: 'created' }) : Promise.reject(refusalOf('project_not_found'));
        },
      } as unknown as MemoryApi;
    }

    const replyOf = (answer: object) => Promise.resolve({ text: JSON.stringify(answer) });
    const refusalOf = (code: ErrorCode, status = 404) =>
      new MemoryRefusal(code, 'No.', [], EXIT.failure, status);
    const strange = () => new Failure('unexpected_answer', 'HTTP 403 without a description.');
    const send = ({ api }: Server) => sendSpooled(environment, api, () => true);
    const task = () => spool(environment, HERE, { kind: 'task', identity: 'a', body: {} });

    it('what is for a webhook that was switched off once it is on again, and the rest meanwhile', async () => {
      const server = new Server();
      task();
      task();
      spool(environment, HERE, { kind: 'summary', identity: 'a', idempotency_key: '1', body: {} });
      spool(environment, HERE, { kind: 'messages', identity: 'a', messages: [] });
      server.refusal = 'webhook_not_found';
      await expect(send(server)).rejects.toMatchObject({ code: 'webhook_not_found' });
      expect(server.asked).toEqual(['assistant-task', 'assistant-session-summary', 'messages']);
      expect(spoolCounts(environment)).toMatchObject({ waiting: 3, rejected: 0 });

      server.refusal = null;
      await send(server);
      expect(spoolCounts(environment)).toMatchObject({ waiting: 0, rejected: 0 });
    });

    it('how a summary was made, but not to a server of before, which knows it by the key', async () => {
      const server = new Server();
      server.unknown = 'made';
      const body = { summary: 'Done.', made: 'extract', projects_touched: 'shop' };
      spool(environment, HERE, { kind: 'summary', identity: 'a', idempotency_key: 's:end:1', body });
      await send(server);
      expect(server.summaries.map((summary) => (summary as [unknown, unknown])[1])).toEqual([
        body,
        { summary: 'Done.', projects_touched: 'shop' },
      ]);
      expect(spoolCounts(environment)).toMatchObject({ waiting: 0, rejected: 0 });
    });

    it('what belongs to other projects where the key may not send that of one, which stays in its order', async () => {
      const server = new Server();
      const of = (identity: string, text: string) =>
        spool(environment, HERE, { kind: 'task', identity, body: { project: 'shop', task: text } });
      of('secret', 'of the secret project');
      of('secret', 'what comes after it');
      of('open', 'of the open project');
      server.forbidden = 'of the secret';
      for (let round = 1; round <= 3; round++) {
        await expect(send(server)).rejects.toMatchObject({ code: 'forbidden' });
        expect(spoolCounts(environment)).toMatchObject({ waiting: 2, rejected: 0 });
      }
      // Each time one request.
      expect(server.asked).toHaveLength(3 + 1);
      server.forbidden = null;
      await send(server);
      expect(spoolCounts(environment)).toMatchObject({ waiting: 0, rejected: 0 });
    });

    it.each([
      [29, { waiting: 1, rejected: 0 }],
      [31, { waiting: 0, rejected: 1 }],
    ])(
      'what the key may not send again for a month, and puts it aside then: %i days',
      async (days, counts) => {
        const server = new Server();
        server.forbidden = 'task';
        const written = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - days * 86_400_000);
        spool(environment, HERE, { kind: 'task', identity: 'a', body: { task: 'task' } });
        written.mockRestore();
        await expect(send(server)).rejects.toMatchObject({ code: 'forbidden' });
        expect(spoolCounts(environment)).toMatchObject(counts);
      },
    );

    it('tasks to a project that was renamed meanwhile', async () => {
      const server = new Server();
      task();
      await send(server);
      server.project = 'store';
      task();
      await send(server);
      expect(spoolCounts(environment)).toMatchObject({ waiting: 0, rejected: 0 });
    });

    it('a summary to the project of its identity, whatever that is called meanwhile', async () => {
      const server = new Server();
      const summary = (idempotency_key: string, identity: string) =>
        spool(environment, HERE, { kind: 'summary', identity, idempotency_key, body: { summary: 's' } });
      summary('1', 'laptop:/home/ada/Möbel');
      await send(server);
      server.project = 'store';
      summary('2', 'laptop:/home/ada/Möbel');
      summary('3', 'x'.repeat(181));
      await send(server);
      const header = Buffer.from('laptop:/home/ada/Möbel').toString('latin1');
      expect(server.summaries).toEqual([
        [header, { summary: 's' }],
        [header, { summary: 's' }],
        [undefined, { summary: 's', projects_touched: 'store' }],
      ]);
    });

    it('what stands behind an entry that a proxy refuses, which is put aside after some tries', async () => {
      const server = new Server();
      server.disliked = 'DROP TABLE';
      spool(environment, HERE, { kind: 'task', identity: 'a', body: { task: 'DROP TABLE' } });
      for (let count = 1; count <= 5; count++) {
        task();
        await expect(send(server)).rejects.toMatchObject({ code: 'unexpected_answer' });
        expect(spoolCounts(environment).waiting).toBe(count < 5 ? 1 : 0);
      }
      expect(spoolCounts(environment)).toMatchObject({ waiting: 0, rejected: 1 });
    });

    it('nothing aside where a proxy stands before the whole server', async () => {
      const server = new Server();
      server.disliked = null;
      for (let count = 1; count <= 8; count++) task();
      for (let count = 1; count <= 20; count++) {
        await expect(send(server)).rejects.toMatchObject({ code: 'unexpected_answer' });
      }
      // Three tries a run are enough to know it.
      expect(server.asked).toHaveLength(60);
      expect(spoolCounts(environment)).toMatchObject({ waiting: 8, rejected: 0 });
    });

    it('nothing of another key, which its own program sends, and what an earlier version left without one', async () => {
      const server = new Server();
      spool(environment, { ...HERE, keyHash: 'of-ben' }, { kind: 'task', identity: 'a', body: {} });
      task();
      const older = { url: ADDRESS, kind: 'task', identity: 'a', body: {} };
      writeFileSync(join(folder(), '000000000000001-000000-0a.json'), JSON.stringify(older));
      await send(server);
      expect(server.asked).toEqual(['assistant-task', 'assistant-task']);
      expect(spoolCounts(environment)).toEqual({ waiting: 1, rejected: 0, dropped: 0 });
      expect(waitingElsewhere(environment, HERE)).toEqual({ [ADDRESS]: 1 });
      expect(isWaiting(environment, HERE, 'task', 'a')).toBe(false);
      expect(takeOver(environment, HERE)).toBe(1);
      await send(server);
      expect(spoolCounts(environment)).toMatchObject({ waiting: 0, rejected: 0 });
    });

    it('nothing of a kind that a later version has written, which stays for it', async () => {
      const server = new Server();
      const later = { ...HERE, kind: 'drawing', identity: 'a' };
      mkdirSync(folder(), { recursive: true });
      writeFileSync(join(folder(), '000000000000001-000000-0a.json'), JSON.stringify(later));
      await send(server);
      expect(spoolCounts(environment)).toMatchObject({ waiting: 1, rejected: 0 });
    });

    it.each(['task_exists', 'task_not_pending'] as const)('nothing again that is done: %s', async (code) => {
      const server = new Server();
      task();
      server.refusal = code;
      await send(server);
      expect(spoolCounts(environment)).toMatchObject({ waiting: 0, rejected: 0 });
    });

    it('nothing again that the server refuses for good', async () => {
      const server = new Server();
      task();
      server.refusal = 'task_not_found';
      await send(server);
      expect(spoolCounts(environment)).toMatchObject({ waiting: 0, rejected: 1 });
    });
  });
});
