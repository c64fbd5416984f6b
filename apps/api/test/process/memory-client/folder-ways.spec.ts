import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { runMemoryProgram } from '../../../../switch-cli/src/memory-client/program/run-memory-program';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { signIn } from '../../harness/data/panel-users';
import { emptyMemory } from '../../harness/databases/rows';
import { runInStreams } from '../in-streams';
import { MemoryMachine, type Ended } from './memory-machine';

const MEMORY_API_KEY = 'memory-2f7c9e1b5a8d4c6f0e3b7a9d1c5f';

describe('the memory of a folder is found again', () => {
  let t: ServedApp;
  let machine: MemoryMachine;
  beforeAll(async () => {
    t = await startServedApp({ environment: { MEMORY_API_KEY } });
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await emptyMemory(t.memory);
    machine = new MemoryMachine(MEMORY_API_KEY);
    await run('.', ['login', `http://127.0.0.1:${t.port}`, '--key-stdin'], MEMORY_API_KEY);
  });
  afterEach(() => machine.remove());

  const at = (path: string) => machine.path(path);
  /** What machines are called, where that is not what they are named here. */
  const labels = new Map<string, string>();
  beforeEach(() => labels.clear());
  function run(folder: string, args: string[], input = '', name = 'laptop'): Promise<Ended> {
    mkdirSync(at(folder), { recursive: true });
    const env = {
      ...machine.environment,
      XDG_STATE_HOME: at(`.machines/${name}`),
      ASSISTANT_SWITCH_MACHINE: labels.get(name) ?? name,
    };
    return runInStreams(runMemoryProgram, args, { home: machine.home, cwd: at(folder), env, input });
  }
  function git(folder: string, ...args: string[]): void {
    mkdirSync(at(folder), { recursive: true });
    const settings = ['user.name=Ada', 'user.email=ada@example.com', 'protocol.file.allow=always'];
    execFileSync('git', [...settings.flatMap((one) => ['-c', one]), ...args], {
      cwd: at(folder),
      env: { PATH: process.env['PATH'], HOME: machine.home },
      stdio: 'pipe',
    });
  }
  const remote = (name: string) => `git@github.com:${name}.git`;
  function commit(folder: string, text = 'first'): void {
    writeFileSync(at(`${folder}/file`), text);
    git(folder, 'add', '-A');
    git(folder, 'commit', '-q', '-m', text);
  }
  function repository(folder: string, name: string | null = null): void {
    git(folder, 'init', '-q', '-b', 'main');
    commit(folder, folder);
    if (name !== null) git(folder, 'remote', 'add', 'origin', remote(name));
  }
  /** @param name of the remote of the clone; null: it has none */
  function cloneOf(folder: string, clone: string, name: string | null): void {
    git('.', 'clone', '-q', at(folder), clone);
    if (name === null) git(clone, 'remote', 'remove', 'origin');
    else git(clone, 'remote', 'set-url', 'origin', remote(name));
  }
  const decide = async (folder: string, what: string, name = 'laptop') => {
    const { code, stderr } = await run(folder, ['summary'], `Decided: ${what}.`, name);
    expect([code, stderr]).toEqual([0, '']);
  };
  /** What the brief of the folder's project has of what was decided there. */
  const known = async (folder: string, name = 'laptop') => {
    const { stdout } = await run(folder, ['brief', '--json'], '', name);
    const { project } = JSON.parse(stdout) as { project: string | null };
    if (project === null) return [];
    const { bearer } = await (admin ??= signIn(t));
    const { body } = await t.http.get('/api/memory/sessions').query({ project }).set(bearer);
    return (body as { items: { summary: string }[] }).items.map(({ summary }) => summary).sort();
  };
  let admin: ReturnType<typeof signIn> | undefined;
  const IT = ['Decided: PDF/A-3.'];

  /** What became of the folder in which it was decided, and where it is looked for then. */
  const WAYS: Record<string, () => Promise<void>> = {
    'git init and a first commit': async () => {
      await decide('proj', 'PDF/A-3');
      git('proj', 'init', '-q', '-b', 'main');
      expect(await known('proj')).toEqual(IT);
      commit('proj');
      expect(await known('proj')).toEqual(IT);
    },
    'a first remote': async () => {
      await decide('proj', 'PDF/A-3');
      repository('proj', 'ada/invoices');
      expect(await known('proj')).toEqual(IT);
      // By now it is found without the folder.
      cloneOf('proj', 'clone', 'ada/invoices');
      expect(await known('clone', 'desktop')).toEqual(IT);
    },
    'a remote that moved': async () => {
      repository('proj', 'ada/invoices');
      await decide('proj', 'PDF/A-3');
      git('proj', 'remote', 'set-url', 'origin', remote('newcorp/invoices'));
      expect(await known('proj')).toEqual(IT);
      cloneOf('proj', 'clone', 'newcorp/invoices');
      expect(await known('clone', 'desktop')).toEqual(IT);
    },
    'a remote by another way to the same server': async () => {
      repository('proj', 'ada/invoices');
      await decide('proj', 'PDF/A-3');
      git('proj', 'remote', 'set-url', 'origin', 'https://GitHub.com/Ada/Invoices.git');
      expect(await known('proj')).toEqual(IT);
    },
    'a fork as origin': async () => {
      repository('proj', 'ada/invoices');
      await decide('proj', 'PDF/A-3');
      git('proj', 'remote', 'rename', 'origin', 'upstream');
      git('proj', 'remote', 'add', 'origin', remote('grace/invoices'));
      expect(await known('proj')).toEqual(IT);
    },
    'no remote any more': async () => {
      repository('proj', 'ada/invoices');
      await decide('proj', 'PDF/A-3');
      git('proj', 'remote', 'remove', 'origin');
      expect(await known('proj')).toEqual(IT);
      renameSync(at('proj'), at('elsewhere'));
      expect(await known('elsewhere')).toEqual(IT);
    },
    'a worktree': async () => {
      repository('proj');
      await decide('proj', 'PDF/A-3');
      git('proj', 'worktree', 'add', '-q', at('beside'));
      expect(await known('beside')).toEqual(IT);
      await decide('beside', 'zod');
      expect(await known('proj')).toEqual([...IT, 'Decided: zod.']);
    },
    'a clone on another machine': async () => {
      repository('proj');
      await decide('proj', 'PDF/A-3');
      cloneOf('proj', 'bare', null);
      expect(await known('bare', 'desktop')).toEqual(IT);
      git('proj', 'remote', 'add', 'origin', remote('ada/invoices'));
      expect(await known('proj')).toEqual(IT);
      git('.', 'clone', '-q', '--depth', '1', `file://${at('proj')}`, 'shallow');
      git('shallow', 'remote', 'set-url', 'origin', remote('ada/invoices'));
      expect(await known('shallow', 'desktop')).toEqual(IT);
    },
    'another name, with git and without': async () => {
      repository('one');
      await decide('one', 'PDF/A-3');
      renameSync(at('one'), at('two'));
      expect(await known('two')).toEqual(IT);
      await decide('plain', 'paper');
      renameSync(at('plain'), at('renamed'));
      expect(await known('renamed')).toEqual(['Decided: paper.']);
    },
    'a copy, and a symbolic link': async () => {
      repository('proj');
      await decide('proj', 'PDF/A-3');
      cpSync(at('proj'), at('copy'), { recursive: true });
      expect(await known('copy')).toEqual(IT);
      symlinkSync(at('proj'), at('link'));
      expect(await known('link')).toEqual(IT);
    },
    'another folder of a monorepo, and not that of a submodule': async () => {
      repository('mono', 'ada/mono');
      await decide('mono/packages/api', 'PDF/A-3');
      await decide('mono', 'pnpm');
      repository('library', 'ada/library');
      await decide('library', 'zod');
      git('mono', 'submodule', '--quiet', 'add', at('library'), 'vendor/library');
      git('mono/vendor/library', 'remote', 'set-url', 'origin', remote('ada/library'));
      expect(await known('mono/vendor/library')).toEqual(['Decided: zod.']);
      expect(await known('mono/packages/api')).toEqual(IT);
      await run('mono', ['state', 'set', 'node_version', '24']);
      await run('mono', ['task', 'create', 'Update all packages']);
      const briefs = [await run('mono', ['brief']), await run('mono/packages/api', ['brief'])];
      for (const { stdout } of briefs)
        for (const shown of ['PDF/A-3', 'pnpm', 'node_version', 'Update all packages'])
          expect(stdout).toContain(shown);
    },
    'two projects that were merged, and two again when that is taken back': async () => {
      repository('one', 'ada/one');
      repository('two', 'ada/two');
      await decide('one', 'Redis');
      await decide('two', 'PDF/A-3');
      const merged = await run('one', ['project', 'merge', 'one', '--into', 'two']);
      expect(merged).toMatchObject({ code: 0, stdout: expect.stringContaining('two') });
      for (const folder of ['one', 'two'])
        expect(await known(folder)).toEqual(['Decided: PDF/A-3.', 'Decided: Redis.']);
      const { rows } = await t.memory.query<{ id: string }>(
        `select project->>'id' as id from project_merges`,
      );
      const { bearer } = await signIn(t);
      await t.http.post(`/api/memory/projects/${rows[0]!.id}/merge/undo`).set(bearer).expect(200);
      expect([await known('one'), await known('two')]).toEqual([['Decided: Redis.'], IT]);
    },
  };
  it.each(Object.entries(WAYS))('after this became of it: %s', (_way, isFound) => isFound());

  /** With a key of a new user. */
  async function logInAsUser(): Promise<void> {
    const { id } = await signIn(t, { role: 'operator' });
    const { bearer } = await (admin ??= signIn(t));
    const made = await t.http
      .post('/api/settings/keys')
      .set(bearer)
      .send({ name: `of ${id}`, scopes: ['memory'], owner_id: id })
      .expect(201);
    const { key } = made.body as { key: string };
    await run('.', ['login', `http://127.0.0.1:${t.port}`, '--key-stdin'], key);
  }

  it('by its user alone while it is private, by a remote that it got too, and by everybody once it is shared', async () => {
    await logInAsUser();
    await decide('notes', 'paper');
    repository('notes', 'ada/notes');
    cloneOf('notes', 'clone', 'ada/notes');
    for (const folder of ['notes', 'clone']) expect(await known(folder)).toEqual(['Decided: paper.']);
    const shared = await run('clone', ['project', 'share']);
    expect(shared).toMatchObject({ code: 0, stdout: expect.stringContaining('notes is seen by everybody') });
    await logInAsUser();
    expect(await known('clone', 'desktop')).toEqual(['Decided: paper.']);
  });

  it('while two containers with /workspace, two users at one place, two repositories of one template, and what follows at a place stay two', async () => {
    await decide('workspace', 'my salary', 'ada-container');
    expect(await known('workspace', 'bob-container')).toEqual([]);
    await logInAsUser();
    expect(await known('workspace', 'ada-container')).toEqual([]);
    await run('.', ['login', `http://127.0.0.1:${t.port}`, '--key-stdin'], MEMORY_API_KEY);
    expect(await known('workspace', 'ada-container')).toEqual(['Decided: my salary.']);
    repository('template');
    for (const name of ['shop', 'bank']) {
      git('.', 'clone', '-q', at('template'), name);
      git(name, 'remote', 'set-url', 'origin', remote(`ada/${name}`));
    }
    await decide('shop', 'PDF/A-3');
    expect(await known('bank')).toEqual([]);
    expect(await known('shop')).toEqual(IT);
    await decide('place', 'one');
    git('place', 'init', '-q', '-b', 'main');
    commit('place', 'of one');
    expect(await known('place')).toEqual(['Decided: one.']);
    renameSync(at('place'), at('moved'));
    repository('place');
    expect(await known('place')).toEqual([]);
    expect(await known('moved')).toEqual(['Decided: one.']);
  });

  it('while two machines of one name, with other letters or the same, have two projects at one place', async () => {
    labels.set('of Ada', 'Bär').set('of Eve', 'Bör').set('of Bob', 'Bär');
    await decide('workspace', 'my salary', 'of Ada');
    expect([await known('workspace', 'of Eve'), await known('workspace', 'of Bob')]).toEqual([[], []]);
    await decide('workspace', 'paper', 'of Bob');
    expect(await known('workspace', 'of Bob')).toEqual(['Decided: paper.']);
    expect(await known('workspace', 'of Ada')).toEqual(['Decided: my salary.']);
  });

  it('where its machine got another name', async () => {
    await decide('plain', 'paper');
    labels.set('laptop', 'notebook');
    expect(await known('plain')).toEqual(['Decided: paper.']);
  });

  it('where a client of before told the name of its machine alone, by the first machine of that name', async () => {
    labels.set('new', 'laptop').set('second', 'laptop');
    mkdirSync(at('plain'));
    const place = `laptop:${at('plain')}`;
    const withKey = { 'x-api-key': MEMORY_API_KEY };
    const { body } = await t.http
      .post('/api/memory/projects/of-folder')
      .set(withKey)
      .send({ identities: [place] })
      .expect(200);
    await t.http
      .post(await t.webhook('assistant-session-summary'))
      .set(withKey)
      .send({ summary: 'Of before.', projects_touched: (body as { project: string }).project });
    expect(await known('plain', 'new')).toEqual(['Of before.']);
    expect(await known('plain', 'second')).toEqual([]);
    expect(await known('plain', 'new')).toEqual(['Of before.']);
    // A process of the version before, which runs beside, finds it as well.
    const again = await t.http
      .post('/api/memory/projects/of-folder')
      .set(withKey)
      .send({ identities: [place] });
    expect(again.body).toEqual({ project: 'plain', is_new: false, also: [] });
  });

  it('where a client of before knew a folder by its bare path', async () => {
    await t.http
      .post('/api/memory/projects')
      .set('x-api-key', MEMORY_API_KEY)
      .send({ name: 'notes', url: at('notes') })
      .expect(201);
    const address = await t.webhook('assistant-session-summary');
    await t.http
      .post(address)
      .set('x-api-key', MEMORY_API_KEY)
      .send({ summary: 'Of before.', projects_touched: 'notes' });
    expect(await known('notes')).toEqual(['Of before.']);
    expect(await known('notes', 'another')).toEqual([]);
  });

  it('and another repository that has its address is said by doctor', async () => {
    await t.http
      .post('/api/memory/projects/of-folder')
      .set('x-api-key', MEMORY_API_KEY)
      .send({ identities: ['github.com/ada/invoices', `commit:${'a'.repeat(40)}`] })
      .expect(200);
    repository('proj', 'ada/invoices');
    const { stdout } = await run('proj', ['doctor']);
    expect(stdout).toContain('its first commit is another');
    git('proj', 'remote', 'set-url', 'origin', remote('ada/others'));
    expect((await run('proj', ['doctor'])).stdout).not.toContain('its first commit is another');
  });
});
