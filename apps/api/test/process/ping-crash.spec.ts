import type { Pool } from 'pg';
import type { ConversationDto, PingDto, PingResultDto } from '@groupless/shared-dto';
import { AS_AGENT, says } from '../harness/conversations';
import { openPool } from '../harness/open-pool';
import { makeDataFolder, RunningProgram, type DataFolder } from '../harness/running-program';
import { createTestDatabases, type TestDatabases } from '../harness/test-databases';
import { SECRETS } from '../harness/test-app';
import { eventually } from '../harness/times';

jest.setTimeout(120_000);

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
  });
  beforeEach(() => start());
  afterEach(() => program.kill('SIGTERM'));
  afterAll(async () => {
    await Promise.all([panel.end(), memory.end()]);
    await databases.drop();
    await data.remove();
  });

  async function start(): Promise<void> {
    const { panel: panelUrls, memory: memoryUrls } = databases.urls;
    program = await RunningProgram.start({
      DATA_DIR: data.path,
      PANEL_DATABASE_URL: panelUrls.url,
      MEMORY_DATABASE_URL: memoryUrls.url,
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
   * Keeps the panel from being written while a ping comes, and kills the process as soon as the memory has the
   * ping's message. Begins a new process.
   */
  async function dieDuring(body: PingDto): Promise<void> {
    const before = (await messages(body.chat_id)).length;
    const holder = await panel.connect();
    await holder.query('begin');
    await holder.query('lock table conversations in exclusive mode');
    const answer = send(body).then(
      () => 'answered',
      () => 'cut off',
    );
    await eventually(async () => (await messages(body.chat_id)).length > before);
    await program.kill('SIGKILL');
    expect(await answer).toBe('cut off');
    // PostgreSQL itself would only notice once the statement that it had got already is done.
    await panel.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'groupless'`);
    await holder.query('rollback');
    holder.release();
    await start();
  }

  it('leaves a message that the next ping of the chat counts, whatever that ping is', async () => {
    const chat_id = 'bare';
    await ping({ chat_id, message: says('user', 'one', 'm-1') });
    await dieDuring({ chat_id, message: says('user', 'two', 'm-2') });
    expect(await conversation(chat_id)).toMatchObject({ unread_count: 1, last_message_preview: 'one' });
    await ping({ chat_id });
    const healed = {
      status: 'open',
      unread_count: 2,
      last_message_preview: 'two',
      last_message_role: 'user',
    };
    expect(await conversation(chat_id)).toEqual(healed);
    await ping({ chat_id });
    expect(await conversation(chat_id)).toEqual(healed);
    expect(await messages(chat_id)).toHaveLength(2);
  });

  it('leaves a message that is stored and counted once when it is sent again', async () => {
    const chat_id = 'again';
    const message = says('user', 'two', 'm-2');
    await ping({ chat_id, message: says('user', 'one', 'm-1') });
    await dieDuring({ chat_id, message, needs_human: true });
    const [, stored] = await messages(chat_id);
    const { message_id, created } = await ping({ chat_id, message, needs_human: true });
    expect([message_id, created]).toEqual([Number(stored!.id), false]);
    expect(await conversation(chat_id)).toMatchObject({ status: 'needs_human', unread_count: 2 });
    expect(await messages(chat_id)).toHaveLength(2);
  });

  it('leaves a message without a conversation, which the next ping makes', async () => {
    const chat_id = 'new';
    await dieDuring({ chat_id, message: says('user', 'one', 'm-1') });
    expect(await conversation(chat_id)).toBeUndefined();
    const { created } = await ping({ chat_id, message: says('assistant', 'Hi', 'm-2') });
    expect(created).toBe(true);
    expect(await conversation(chat_id)).toMatchObject({ unread_count: 1, last_message_preview: 'Hi' });
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
