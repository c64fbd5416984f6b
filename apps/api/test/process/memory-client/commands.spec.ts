import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { SECRETS } from '../../harness/apps/test-app';
import { anyBelow, rounds } from '../../harness/data/rounds';
import { MemoryMachine } from './memory-machine';
import { MemoryMachineInProcess } from './memory-machine-in-process';

const MEMORY_API_KEY = 'memory-2f7c9e1b5a8d4c6f0e3b7a9d1c5f';
/** Every so many file operations one is chosen, others in each run; all of them in the full tests. */
const KILL_STEP = rounds(29, 1);
const AWAY = { ASSISTANT_MEMORY_URL: 'http://127.0.0.1:9', ASSISTANT_MEMORY_KEY: 'own' };

describe('assistant-memory', () => {
  let t: ServedApp;
  let machine: MemoryMachine;
  beforeAll(async () => {
    t = await startServedApp({ environment: { MEMORY_API_KEY } });
  });
  afterAll(() => t.close());
  beforeEach(() => (machine = new MemoryMachineInProcess(MEMORY_API_KEY)));
  afterEach(() => machine.remove());

  const url = () => `http://127.0.0.1:${t.port}`;

  it('logs in with a key of the memory alone, and keeps it where only its owner reads', async () => {
    machine = new MemoryMachine(MEMORY_API_KEY);
    expect(await machine.run(['login', url(), '--key-stdin'], SECRETS.AGENT_API_KEY)).toMatchObject({
      code: 3,
    });
    expect(await machine.run(['login', url(), '--key-stdin'], 'a-wrong-key')).toMatchObject({ code: 3 });
    expect(await machine.run(['login', 'http://127.0.0.1:9', '--key-stdin'], machine.key)).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/address is right, then: assistant-memory login <url>\n/),
    });
    expect(await machine.run(['login', 'http://example.com', '--key-stdin'], machine.key)).toMatchObject({
      code: 2,
    });
    expect(machine.files().filter((path) => path.includes('config.json'))).toEqual([]);

    await machine.logIn(url());
    // The same that assistant-switch sends.
    expect(machine.files()).toContain('.local/state/assistant-switch/machine-id');
    const file = machine.path('.config/assistant-memory/config.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await machine.run(['doctor', '--json'])).toMatchObject({ code: 0 });
    expect(await machine.run(['mcp-headers'])).toMatchObject({
      code: 0,
      stdout: `${JSON.stringify({ Authorization: `Bearer ${MEMORY_API_KEY}` })}\n`,
    });

    expect(await machine.run(['logout'])).toMatchObject({ code: 0 });
    expect(await machine.run(['brief'])).toMatchObject({ code: 3, stdout: '' });
  });

  it.each([
    ['SIGKILL', ['mcp-headers'], '', 'answers'],
    ['SIGKILL', ['hook', 'session-start'], 'SessionStart', 'answers'],
    ['SIGKILL', ['hook', 'session-start'], 'SessionStart', 'is away'],
    ['SIGINT', null, '', 'answers'],
  ] as const)(
    'attaches wholly or not at all where %s ends it; then %j %s, the server %s',
    async (how, next, event, server) => {
      const preload = join(__dirname, '../switch/failing-files.cjs');
      const all = (variables: Record<string, string>) =>
        machine.run(['attach', '--all'], '', { NODE_OPTIONS: `--require "${preload}"`, ...variables });
      const empty = async () => {
        await machine.remove();
        machine = new MemoryMachine(MEMORY_API_KEY);
        await machine.logIn(url());
        for (const file of ['.codex/config.toml', '.claude/settings.json']) machine.write(file, '');
      };
      const parts = [
        '.claude.json',
        '.claude/settings.json',
        '.claude/CLAUDE.md',
        '.codex/config.toml',
        '.codex/hooks.json',
      ];
      await empty();
      const count = machine.path('count');
      expect((await all({ FAIL_HOW: 'none', FAIL_COUNT: count })).code).toBe(0);
      const most = Number(readFileSync(count, 'utf8'));
      for (let at = 1 + anyBelow(KILL_STEP); at <= most; at += KILL_STEP) {
        await empty();
        await all({ FAIL_HOW: how, FAIL_AT: String(at) });
        // What the assistant locks is free again once the lock of who was killed is old.
        rmSync(machine.path('.claude.json.lock'), { recursive: true, force: true });
        // Another folder than that of the other tests, which expect its project to be new.
        const input = { session_id: 'one', cwd: machine.home, hook_event_name: event, source: 'startup' };
        if (server === 'is away') {
          const settings = '.config/assistant-memory/config.json';
          machine.write(settings, machine.read(settings).replaceAll(url(), 'http://127.0.0.1:1'));
        }
        const isNoted = () => machine.files().some((file) => file.includes('/begun/'));
        if (next !== null) await machine.run(next, event === '' ? '' : JSON.stringify(input));
        // A hook has less than three seconds: on a busy machine the one after it does the rest.
        if (event !== '' && isNoted()) await machine.run(next, JSON.stringify(input));
        const has = (file: string) =>
          machine.files().includes(file) && machine.read(file).includes('assistant-memory');
        expect([at, new Set(parts.map(has)).size]).toEqual([at, 1]);
        const left = machine.files().filter((file) => /\.assistant-switch-|\/begun\//.test(file));
        expect([at, left]).toEqual([at, []]);
      }
    },
  );

  it('warns of a failure to send no more once nothing waits', async () => {
    await machine.logIn(url());
    const note = machine.path('.local/state/assistant-memory/last-failure.json');
    mkdirSync(dirname(note), { recursive: true });
    const failure = {
      at: new Date().toISOString(),
      event: 'Stop',
      code: 'no_answer',
      message: 'It is away.',
    };
    for (const [noted, level] of [
      [failure, 'ok'],
      [{ ...failure, code: 'TypeError', message: undefined }, 'warning'],
    ] as const) {
      writeFileSync(note, JSON.stringify(noted));
      const { stdout } = await machine.run(['doctor', '--json']);
      const { checks } = JSON.parse(stdout) as { checks: { name: string; level: string }[] };
      expect(checks.find(({ name }) => name === 'last fault')?.level).toBe(level);
    }
  });

  it('sends the stored key to no other address', async () => {
    await machine.logIn(url());
    const other = { ASSISTANT_MEMORY_URL: 'http://127.0.0.1:9' };
    expect(await machine.run(['brief'], '', other)).toMatchObject({ code: 3 });
    expect(await machine.run(['brief'], '', { ...other, ASSISTANT_MEMORY_KEY: 'own' })).toMatchObject({
      code: 5,
    });
  });

  it.each([
    ['brief'],
    ['search', 'booking'],
    ['state', 'get', 'x'],
    ['read', 'session', '1'],
    ['forget', 'session', '1'],
  ])('tells a person the same of a server that is missing or away: %s', async (...args) => {
    expect(await machine.run(args)).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^✗ No server is set\.\n {2}Run assistant-memory login/),
    });
    expect(await machine.run(args, '', AWAY)).toMatchObject({
      code: 5,
      stderr: expect.not.stringContaining('Tell the user'),
    });
  });

  it.each([
    ...[['brief'], ['search', 'form'], ['read', 'session', '1'], ['forget', 'session', '1']],
    ...[['task', 'create', 'Rotate'], ['state', 'set', 'a', 'b'], ['state', 'get', 'a'], ['summary']],
    ...[
      ['export'],
      ['import', 'CLAUDE.md'],
      ['project', 'merge', 'a', '--into', 'b'],
      ['project', 'share'],
      ['mcp-headers'],
    ],
  ])('stores and reads nothing where the memory is switched off: %s', async (...args) => {
    const files = machine.files();
    const off = { ...AWAY, ASSISTANT_MEMORY_OFF: '1' };
    expect(await machine.run(args, 'What was decided.', off)).toEqual({
      ...{ code: 1, stdout: '' },
      stderr: expect.stringMatching(
        /switched off here \(ASSISTANT_MEMORY_OFF\)[^]*unset ASSISTANT_MEMORY_OFF/,
      ),
    });
    const file = join(machine.folder, '.assistant-memory-ignore');
    writeFileSync(file, '');
    const { code, stderr } = await machine.run(args, 'What was decided.', AWAY);
    rmSync(file);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`switched off here (${file})`)]);
    expect(machine.files()).toEqual(files);
  });

  it('is set up and taken away where the memory is switched off, too, and doctor says so', async () => {
    const off = { ...AWAY, ASSISTANT_MEMORY_OFF: '1' };
    for (const args of [['attach', 'codex'], ['detach', 'codex'], ['completion', 'bash'], ['logout']])
      expect(await machine.run(args, '', off)).toMatchObject({ code: 0 });
    expect((await machine.run(['doctor'], '', off)).stdout).toContain(
      'switched off here (ASSISTANT_MEMORY_OFF)',
    );
    expect((await machine.run(['doctor'], '', AWAY)).stdout).not.toContain('switched off');
  });

  it('stores tasks, state and summaries of the project of the folder, and finds them', async () => {
    await machine.logIn(url());
    expect(await machine.run(['task', 'create', 'Rotate the', 'staging certificate'])).toMatchObject({
      code: 0,
    });
    expect(await machine.run(['task', 'done', 'Rotate the staging certificat'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Did you mean: Rotate the staging certificate'),
    });
    expect(await machine.run(['state', 'set', 'staging_port', '8443'])).toMatchObject({ code: 0 });
    expect(await machine.run(['state', 'get', 'staging_port'])).toMatchObject({ code: 0, stdout: '8443\n' });
    expect(await machine.run(['state', 'get', 'nothing'])).toMatchObject({ code: 1 });
    expect(await machine.run(['brief', '--project', 'nothing'])).toMatchObject({ code: 1, stdout: '' });
    for (const result of ['created', 'exists']) {
      const { stdout } = await machine.run(['summary', '--json'], 'Moved the booking form to the new API.\n');
      expect(JSON.parse(stdout)).toMatchObject({ result, session: { projects_touched: 'shop' } });
    }
    const { rows } = await t.memory.query(
      `select task, name, url from assistant_tasks t join assistant_projects p on p.id = t.project_id`,
    );
    expect(rows).toEqual([{ task: 'Rotate the staging certificate', name: 'shop', url: '' }]);

    const search = await machine.run(['search', 'booking', 'form']);
    expect(search.stdout).toContain('Moved the booking form');
    await machine.run(['summary', '--decision', 'The form is on web-1'], 'Thought about the booking form.\n');
    await t.memory.query('update assistant_decisions set withdrawn_at = now()');
    expect((await machine.run(['search', 'web-1'])).stdout).toMatch(/ The form is on web-1 \(withdrawn\)\n/);
    const brief = await machine.run(['brief', '--budget', '1000']);
    expect(brief).toMatchObject({ code: 0, stdout: expect.stringContaining('Moved the booking form') });
    expect(await machine.run(['task', 'done', 'Rotate the staging certificate'])).toMatchObject({ code: 0 });

    await t.memory.query(`update assistant_projects set name = 'store' where name = 'shop'`);
    expect(await machine.run(['task', 'create', 'Renew it'])).toMatchObject({ code: 0 });
  });

  it('keeps a fact in the project of the folder, in a named one, or for all, and none takes another’s place', async () => {
    await machine.logIn(url());
    const project = (name: string) =>
      t.memory.query(`insert into assistant_projects (name) values ($1)`, [name]);
    await project('bank');
    const set = async (value: string, ...options: string[]) =>
      (await machine.run(['state', 'set', 'port', value, ...options])).stdout;
    const get = async (...options: string[]) => {
      const { code, stdout } = await machine.run(['state', 'get', 'port', ...options]);
      return code === 0 ? stdout.trim() : code;
    };
    expect(await set('1', '--global')).toContain('created: port\n');
    expect(await get()).toBe('1');
    expect(await set('2')).toMatch(/created: port of \S+\n/);
    expect(await set('3', '--project', 'bank')).toContain('created: port of bank\n');
    expect(await set('4', '--project', 'BANK')).toContain('updated: port of BANK, before: 3\n');
    expect([await get(), await get('--global'), await get('--project', 'bank')]).toEqual(['2', '1', '4']);
    expect([await get('--project', 'bnk'), await get('--project', 'bank', '--global')]).toEqual([1, 2]);
  });

  it('words tasks and decisions of the project of the folder anew, and withdraws decisions', async () => {
    await machine.logIn(url());
    const said = await machine.run(['decision', 'add', 'Use', 'npm']);
    expect(said).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^✓ decided for [\w/-]+: #\d+ Use npm\n$/),
    });
    const [, id = ''] = /(#\d+)/.exec(said.stdout) ?? [];
    const edited = await machine.run(['decision', 'edit', id, 'Use pnpm']);
    expect(edited.stdout).toBe(`✓ worded anew: ${id} Use pnpm\n`);
    expect((await machine.run(['decision', 'withdraw', id])).stdout).toBe(`✓ withdrawn: ${id} Use pnpm\n`);
    await machine.run(['task', 'create', 'Paint the door']);
    const [task] = (await stored('Paint the door')) as { id: string }[];
    expect(await machine.run(['task', 'edit', task!.id, 'Paint the door blue'])).toMatchObject({ code: 0 });
    expect((await machine.run(['task', 'done', 'Paint the door'])).stdout).toContain('completed');
  });

  it('keeps tasks and summaries in a named project, with what was decided', async () => {
    await machine.logIn(url());
    await t.memory.query(`insert into assistant_projects (name) values ('shop-2')`);
    for (const own of [[], ['--project', 'shop-2']])
      expect(await machine.run(['task', 'create', 'Sweep the floor', ...own])).toMatchObject({ code: 0 });
    const { rows } = await t.memory.query(
      `select name from assistant_tasks t join assistant_projects p on p.id = t.project_id
       where task = 'Sweep the floor' and name = 'shop-2'`,
    );
    expect(rows).toHaveLength(1);
    const decided = ['--decision', 'use cents, not floats', '--decision', 'no mocks'];
    for (const result of ['created', 'exists']) {
      const args = ['--json', 'summary', '--project', 'shop-2', ...decided];
      const { stdout } = await machine.run(args, 'Of the second shop.');
      expect(JSON.parse(stdout)).toMatchObject({ result, session: { projects_touched: 'shop-2' } });
    }
    const decisions = await t.memory.query<{ text: string }>(
      `select text from assistant_decisions d join assistant_projects p on p.id = d.project_id
       where name = 'shop-2' order by text`,
    );
    expect(decisions.rows.map(({ text }) => text)).toEqual(['no mocks', 'use cents, not floats']);
    const strange = await machine.run(['summary', '--project', 'shopp'], 'Of no shop.');
    expect(strange.stdout).toContain('! No project is called shopp.');
  });

  it('makes no project of a folder for what goes to a named one, also where it waits first', async () => {
    await machine.logIn(url());
    await t.memory.query(`insert into assistant_projects (name) values ('garden')`);
    const before = await projects();
    const away = { ASSISTANT_MEMORY_URL: 'http://127.0.0.1:9', ASSISTANT_MEMORY_KEY: machine.key };
    const named = ['--project', 'garden'];
    expect(await machine.run(['task', 'create', 'Mow it', '--project', 'gardn'])).toMatchObject({ code: 1 });
    expect(await machine.run(['summary', ...named], 'The roses are pruned.')).toMatchObject({ code: 0 });
    expect(await machine.run(['task', 'create', 'Weed it', ...named], '', away)).toMatchObject({ code: 5 });
    expect(await machine.run(['summary', ...named], 'The hedge is cut.', away)).toMatchObject({ code: 5 });
    await machine.run(['login', url(), '--key-stdin', '--take-over'], machine.key);
    expect(await machine.run(['task', 'done', 'Weed it', ...named])).toMatchObject({ code: 0 });

    expect(await projects()).toEqual(before);
    const { rows } = await t.memory.query(
      `select summary from assistant_sessions where projects_touched = 'garden' order by id`,
    );
    expect(rows).toEqual([{ summary: 'The roses are pruned.' }, { summary: 'The hedge is cut.' }]);
  });

  it('keeps what the server cannot take for that server alone, and says so', async () => {
    await machine.logIn(url());
    const config = machine.read('.config/assistant-memory/config.json');
    const away = { ASSISTANT_MEMORY_URL: 'http://127.0.0.1:9', ASSISTANT_MEMORY_KEY: machine.key };
    expect(await machine.run(['task', 'create', 'Written while away'], '', away)).toMatchObject({ code: 5 });
    expect(await machine.run(['summary'], 'Decided while away.', away)).toMatchObject({ code: 5 });
    // Only the server that it was meant for gets it.
    const input = JSON.stringify({ session_id: 's1', cwd: machine.folder });
    await machine.run(['hook', 'session-start'], input);
    expect((await stored('Written while away')).length).toBe(0);
    expect(machine.read('.config/assistant-memory/config.json')).toBe(config);
  });

  it('asks what becomes of entries for an address that has changed', async () => {
    await machine.logIn(url());
    const away = { ASSISTANT_MEMORY_URL: 'http://127.0.0.1:9', ASSISTANT_MEMORY_KEY: machine.key };
    await machine.run(['task', 'create', 'Written for the old name'], '', away);
    const { stdout } = await machine.run(['doctor']);
    expect(stdout).toContain('1 entries wait for http://127.0.0.1:9');
    expect(stdout).toContain('--take-over');
    const kept = await machine.run(['login', url(), '--key-stdin'], machine.key);
    expect(kept.stdout).toContain(
      'wait for another address or key and are not sent: 1 for http://127.0.0.1:9',
    );
    const taken = await machine.run(['login', url(), '--key-stdin', '--take-over'], machine.key);
    expect(taken.stdout).toContain('1 entries that waited for another address or key will be sent here');
    // On a machine that is busy with other work the time of a hook may be over before it has sent.
    for (let tries = 0; tries < 5 && (await stored('Written for the old name')).length === 0; tries++)
      await machine.run(['hook', 'session-start'], JSON.stringify({ session_id: 's2', cwd: machine.folder }));
    expect(await stored('Written for the old name')).toHaveLength(1);
  });

  it('asks what becomes of entries of another key, which may be another person’s', async () => {
    await machine.logIn(url());
    const other = { ASSISTANT_MEMORY_URL: url(), ASSISTANT_MEMORY_KEY: 'the-key-of-ben' };
    const turn = { session_id: 'of-ben', cwd: machine.folder, last_assistant_message: 'Ben has sawn it.' };
    await machine.run(['hook', 'turn-end'], JSON.stringify(turn), other);
    await machine.run(['hook', 'checkpoint'], JSON.stringify({ session_id: 's3', cwd: machine.folder }));
    const turns = () => t.memory.query(`select 1 from chat_history where message = 'Ben has sawn it.'`);
    expect((await turns()).rows).toEqual([]);
    const { stdout } = await machine.run(['doctor']);
    expect(stdout).toContain(`1 entries wait for another key of ${url()}`);
    const kept = await machine.run(['login', url(), '--key-stdin'], machine.key);
    expect(kept.stdout).toContain(`are not sent: 1 for another key of ${url()}`);
    await machine.run(['login', url(), '--key-stdin', '--take-over'], machine.key);
    for (let tries = 0; tries < 5 && (await turns()).rows.length === 0; tries++)
      await machine.run(['hook', 'checkpoint'], JSON.stringify({ session_id: 's3', cwd: machine.folder }));
    expect((await turns()).rows).toHaveLength(1);
  });

  it('uses the key that was stored last, also in a shell that still has the one before', async () => {
    await machine.logIn(url());
    const old = { ASSISTANT_MEMORY_KEY: 'an-older-key' };
    expect(await machine.run(['mcp-headers', '--key'], '', old)).toMatchObject({
      stdout: `${machine.key}\n`,
    });
    expect(await machine.run(['brief'], '', old)).toMatchObject({ code: 0 });
    const { code, stdout } = await machine.run(['doctor'], '', old);
    expect([code, stdout]).toEqual([0, expect.stringContaining('of this shell is another key')]);
  });

  it('says that what it could not send is kept, and does not let what comes later overtake it', async () => {
    await machine.logIn(url());
    const away = { ASSISTANT_MEMORY_URL: 'http://127.0.0.1:9', ASSISTANT_MEMORY_KEY: machine.key };
    const { stderr } = await machine.run(['--json', 'task', 'create', 'Queued first'], '', away);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'no_answer', kept: true } });
    await machine.run(['login', url(), '--key-stdin', '--take-over'], machine.key);
    expect(await machine.run(['task', 'done', 'Queued first'])).toMatchObject({ code: 0 });
  });

  it('keeps what is said while the server is away, and it has the times of when it was said', async () => {
    await machine.logIn(url());
    const away = { ASSISTANT_MEMORY_URL: 'http://127.0.0.1:9', ASSISTANT_MEMORY_KEY: machine.key };
    for (const [args, input] of [
      [['task', 'create', 'Order the ticket'], ''],
      [['summary', '--decision', 'The queue runs on Redis 8'], 'Offline on the train.'],
      [['state', 'set', 'rate_limit', '60/min'], ''],
      [['state', 'set', 'region', 'north', '--global'], ''],
      [['state', 'set', 'region', 'south', '--global'], ''],
    ] as const) {
      const { code, stderr } = await machine.run(['--json', ...args], input, away);
      expect([code, JSON.parse(stderr)]).toMatchObject([5, { error: { kept: true } }]);
    }
    const spooled = machine
      .files()
      .filter((path) => path.includes('/spool/'))
      .sort();
    // An hour, or a moment: how long it has waited makes no difference.
    const agesMs = [3_600_000, 50_000, 40_000, 30_000, 20_000];
    const times = agesMs.map((age) => new Date(Date.now() - age).toISOString());
    for (const [index, path] of spooled.entries()) {
      const {
        said_at: _,
        ended_at: __,
        ...entry
      } = JSON.parse(readFileSync(machine.path(path), 'utf8')) as Record<string, unknown>;
      const field = entry['kind'] === 'summary' ? 'ended_at' : 'said_at';
      writeFileSync(machine.path(path), JSON.stringify({ ...entry, [field]: times[index] }));
    }
    // A colleague has changed this one since.
    await t.memory.query(`insert into assistant_state (key, value) values ('region', 'west')`);
    await machine.run(['login', url(), '--key-stdin', '--take-over'], machine.key);
    // What comes later does not overtake it.
    expect(await machine.run(['task', 'create', 'Check the ticket'])).toMatchObject({ code: 0 });
    const { rows } = await t.memory.query<{ text: string; at: Date }>(`
      select task as text, created_at as at from assistant_tasks where task = 'Order the ticket'
      union all select text, at from assistant_decisions where text like '%Redis 8'
      union all select summary, session_date from assistant_sessions where summary like 'Offline%'
      union all select value, updated_at from assistant_state where key = 'rate_limit'
      order by at, text desc`);
    expect(rows.map(({ text, at }) => [text, at.toISOString()])).toEqual([
      ['Order the ticket', times[0]],
      ['The queue runs on Redis 8', times[1]],
      ['Offline on the train.', times[1]],
      ['60/min', times[2]],
    ]);
    expect(machine.files().filter((path) => path.includes('/spool/'))).toEqual([]);
    expect(await machine.run(['state', 'get', 'region', '--global'])).toMatchObject({ stdout: 'west\n' });
  });

  it('removes nothing at logout --purge that only this machine has', async () => {
    await machine.logIn(url());
    const away = { ASSISTANT_MEMORY_URL: 'http://127.0.0.1:9', ASSISTANT_MEMORY_KEY: machine.key };
    await machine.run(['task', 'create', 'Only here'], '', away);
    const refused = await machine.run(['logout', '--purge']);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('only this machine has them'),
    ]);
    expect(machine.files().filter((path) => path.includes('/spool/'))).toHaveLength(1);
    expect(await machine.run(['logout', '--purge', '--force'])).toMatchObject({ code: 0 });
    expect(machine.files().filter((path) => /assistant-(memory|switch)/.test(path))).toEqual([]);
  });

  it('completes its commands in a shell', async () => {
    const { stdout } = await machine.run(['completion', 'bash']);
    expect(stdout).toMatch(
      /attach\) options=\(--project --dry-run --all --login .*words=\(claude-code codex gemini cursor /,
    );
    expect(JSON.parse((await machine.run(['--json', 'completion', 'zsh'])).stdout)).toMatchObject({
      script: expect.stringContaining('#compdef assistant-memory'),
    });
  });

  it('tells what is wrong with a command line, and prints no secret', async () => {
    for (const args of [
      ['nothing'],
      ['task', 'destroy', 'x'],
      ['task', 'edit', '7'],
      ['task', 'edit', 'seven', 'words'],
      ['decision', 'edit', '7'],
      ['decision', 'withdraw', '7', 'words'],
      ['state', 'set', 'x'],
      ['attach', 'vim'],
      ['brief', '--budget', '1'],
    ]) {
      expect([args, await machine.run(args)]).toEqual([
        args,
        expect.objectContaining({ code: 2, stdout: '' }),
      ]);
    }
    expect(await machine.run(['--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('attach'),
    });
    expect(await machine.run([])).toMatchObject({ code: 0, stdout: expect.stringContaining('attach') });
  });

  async function projects(): Promise<object[]> {
    return (await t.memory.query<object>('select name from assistant_projects order by id')).rows;
  }

  async function stored(task: string): Promise<object[]> {
    return (await t.memory.query<object>('select * from assistant_tasks where task = $1', [task])).rows;
  }
});
