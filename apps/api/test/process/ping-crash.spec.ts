import type { Pool } from 'pg';
import type { ConversationDto, PingDto, PingResultDto } from '@groupless/shared-dto';
import { AS_AGENT, says } from '../harness/data/conversations';
import { openPool } from '../harness/databases/open-pool';
import {
  makeDataFolder,
  postJson,
  RunningProgram,
  type DataFolder,
} from '../harness/programs/running-program';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';
import { SECRETS } from '../harness/apps/test-app';
import { eventually } from '../harness/data/times';

const PASSWORD = 'correct horse battery staple';

/** The process dies when the memory has a ping's message and the panel does not know of it yet. */
describe('a process that is killed between the two databases', () => {
  let data: DataFolder;
  let databases: TestDatabases;
  let panel: Pool;
  let memory: Pool;
  let program: RunningProgram;

  beforeAll(async () => {
    data = makeDataFolder();
    databases = await createTestDatabases();
    panel = openPool(databases.urls.panel.url, 3);
    memory = openPool(databases.urls.memory.url, 3);
    await start();
  });
  afterAll(async () => {
    await program.kill('SIGTERM');
    await Promise.all([panel.end(), memory.end()]);
    await databases.drop();
    await data.remove();
  });

  async function start(): Promise<void> {
    const { panel: panelUrls, memory: memoryUrls } = databases.urls;
    program = await RunningProgram.start({
      DATA_DIR: data.path,
      ADMIN_PASSWORD: PASSWORD,
      PANEL_DATABASE_URL: panelUrls.url,
      MEMORY_DATABASE_URL: memoryUrls.url,
      LOCK_TIMEOUT_MS: '20000',
      ...SECRETS,
    });
    await program.ready();
  }

  const send = (ping: PingDto) =>
    fetch(`${program.base_url}/api/conversations/ping`, {
      method: 'POST',
      headers: { ...AS_AGENT, 'content-type': 'application/json' },
      body: JSON.stringify(ping),
    });

  async function ping(body: PingDto): Promise<PingResultDto> {
    const answer = await send(body);
    expect(answer.status).toBe(200);
    return (await answer.json()) as PingResultDto;
  }

  async function logIn(): Promise<string> {
    const credentials = { email: 'admin@localhost', password: PASSWORD };
    const answer = await postJson(`${program.base_url}/api/auth/login`, credentials);
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  const messages = async (chat_id: string) =>
    (
      await memory.query<{ id: string }>('select id from chat_history where chat_id = $1 order by id', [
        chat_id,
      ])
    ).rows;

  async function conversation(chat_id: string): Promise<Partial<ConversationDto> | undefined> {
    const columns = 'status, unread_count, last_message_preview, last_message_role';
    const { rows } = await panel.query<Partial<ConversationDto>>(
      `select ${columns} from conversations where chat_id = $1`,
      [chat_id],
    );
    return rows[0];
  }

  /**
   * Keeps the panel from being written while pings of different chats come, and kills the process as soon as the memory
   * has their messages. Begins a new process.
   */
  async function dieDuring(...pings: PingDto[]): Promise<void> {
    const stored = async () =>
      (await Promise.all(pings.map(({ chat_id }) => messages(chat_id)))).flat().length;
    const before = await stored();
    await dieWhile(
      () => pings.map(send),
      async () => (await stored()) === before + pings.length,
    );
  }

  /** Kills the process while the panel cannot be written, as soon as the memory is. Begins a new process. */
  async function dieWhile(act: () => Promise<unknown>[], isInMemory: () => Promise<boolean>): Promise<void> {
    const holder = await panel.connect();
    await holder.query('begin');
    await holder.query('lock table conversations in exclusive mode');
    const answers = act().map((answer) =>
      answer.then(
        () => 'answered',
        () => 'cut off',
      ),
    );
    await eventually(isInMemory);
    await program.kill('SIGKILL');
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['cut off']));
    // PostgreSQL itself would only notice once the statement that it had got already is done.
    await panel.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'groupless'`);
    await holder.query('rollback');
    holder.release();
    await start();
  }

  it('leaves a message that the next ping of the chat counts, also if it is sent again, or the first', async () => {
    const [bare, again, fresh] = ['bare', 'again', 'new'];
    const message = says('user', 'two', 'm-2');
    for (const chat_id of [bare, again]) await ping({ chat_id, message: says('user', 'one', 'm-1') });
    await dieDuring(
      { chat_id: bare, message },
      { chat_id: again, message, needs_human: true },
      { chat_id: fresh, message: says('user', 'one', 'm-1') },
    );

    // Whatever the next ping is.
    expect(await conversation(bare)).toMatchObject({ unread_count: 1, last_message_preview: 'one' });
    const healed = {
      status: 'open',
      unread_count: 2,
      last_message_preview: 'two',
      last_message_role: 'user',
    };
    for (let times = 0; times < 2; times++) {
      await ping({ chat_id: bare });
      expect(await conversation(bare)).toEqual(healed);
    }
    expect(await messages(bare)).toHaveLength(2);

    // The same message again: it is stored and counted once.
    const [, stored] = await messages(again);
    const { message_id, created } = await ping({ chat_id: again, message, needs_human: true });
    expect([message_id, created]).toEqual([Number(stored!.id), false]);
    expect(await conversation(again)).toMatchObject({ status: 'needs_human', unread_count: 2 });
    expect(await messages(again)).toHaveLength(2);

    // A message without a conversation: the next ping makes it.
    expect(await conversation(fresh)).toBeUndefined();
    const first = await ping({ chat_id: fresh, message: says('assistant', 'Hi', 'm-2') });
    expect(first.created).toBe(true);
    expect(await conversation(fresh)).toMatchObject({ unread_count: 1, last_message_preview: 'Hi' });
  });

  it.each(['an admin', 'its author'])('leaves no words of a message that %s erases', async (who) => {
    const chat_id = `erased by ${who}`;
    await ping({ chat_id, message: says('user', 'one', 'm-1') });
    const { message_id } = await ping({ chat_id, message: says('user', 'Card 5555', 'm-2') });
    const token = await logIn();
    const erase = () => [
      who === 'its author'
        ? send({ chat_id, message: { external_id: 'm-2', deleted: true } })
        : fetch(`${program.base_url}/api/memory/erase`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ kind: 'chat_message', id: message_id }),
          }),
    ];
    await dieWhile(erase, async () => (await messages(chat_id)).length === 1);

    // By the new process, without a ping.
    const whole = { unread_count: 1, last_message_preview: 'one' };
    await eventually(async () => (await conversation(chat_id))?.last_message_preview === 'one');
    expect(await conversation(chat_id)).toMatchObject(whole);
    const { rows: lines } = await panel.query<{ kind: string }>(
      'select kind from conversation_events as e join conversations as c on c.id = e.conversation_id where chat_id = $1',
      [chat_id],
    );
    expect(lines).toEqual([{ kind: who === 'an admin' ? 'message_erased' : 'message_deleted_by_author' }]);
    const { rowCount } = await panel.query(`select from audit_events where object = $1`, [
      `chat_message:${message_id}`,
    ]);
    expect(rowCount).toBe(who === 'an admin' ? 1 : 0);
    await ping({ chat_id, message: says('user', 'Card 5555', 'm-2') });
    expect(await conversation(chat_id)).toMatchObject(whole);
    await eventually(async () => (await memory.query('select from chat_erasures')).rowCount === 0);
  });

  it('leaves several messages, counted together, which open what was closed', async () => {
    const chat_id = 'closed';
    await ping({ chat_id, message: says('user', 'one', 'm-1') });
    await panel.query(`update conversations set status = 'closed', unread_count = 0 where chat_id = $1`, [
      chat_id,
    ]);
    await dieDuring({ chat_id, message: says('user', 'two', 'm-2') });
    await dieDuring({ chat_id, message: says('user', 'three', 'm-3') });
    expect(await conversation(chat_id)).toMatchObject({ status: 'closed', unread_count: 0 });
    await ping({ chat_id, message: says('user', 'four', 'm-4') });
    expect(await conversation(chat_id)).toMatchObject({
      status: 'open',
      unread_count: 3,
      last_message_preview: 'four',
    });
    expect(await messages(chat_id)).toHaveLength(4);
  });
});
