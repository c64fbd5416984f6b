import { chownSync, writeFileSync } from 'node:fs';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { HostileRepository, WAYS } from '../../harness/hostile/hostile-repository';
import { MemoryMachineInProcess } from './memory-machine-in-process';

const MEMORY_API_KEY = 'memory-2f7c9e1b5a8d4c6f0e3b7a9d1c5f';
const ANOTHER_USER = 12_345;

const isRoot = process.getuid?.() === 0;
if (!isRoot)
  console.warn('SKIPPED: a hostile repository of another user (only root can give a folder away).');

type Making = (repository: HostileRepository, folder: string) => void;

const KINDS = {
  whole: () => undefined,
  'with a commit that is missing': (repository) => repository.loseCommit(),
  'that a checkout has as a folder': (repository, folder) => {
    repository.loseCommit();
    repository.embed(folder);
  },
} satisfies Record<string, Making>;
type Kind = keyof typeof KINDS;
const ALL_KINDS = Object.keys(KINDS) as Kind[];
const OF_ANOTHER: Kind[] = ['whole', 'with a commit that is missing'];

describe('a repository runs nothing because somebody works in it', () => {
  let t: ServedApp;
  let machine: MemoryMachineInProcess;
  let repository: HostileRepository;
  beforeAll(async () => {
    t = await startServedApp({ environment: { MEMORY_API_KEY } });
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    machine = new MemoryMachineInProcess(MEMORY_API_KEY);
    await machine.logIn(`http://127.0.0.1:${t.port}`);
    repository = new HostileRepository(machine.path('work'));
  });
  afterEach(() => {
    repository.remove();
    return machine.remove();
  });

  it.each(ALL_KINDS)('which it would, if git is asked as usual: one %s', (kind) => {
    repository.arm();
    KINDS[kind](repository, machine.folder);
    // What is missing is fetched.
    const fetching = { question: ['cat-file', '-e', 'f'.repeat(40)] };
    for (const [name, way] of Object.entries(WAYS)) {
      if (way.question === undefined || (kind !== 'whole' && way.question[0] !== 'fetch')) continue;
      if (kind === 'whole') repository.ask(repository.folder, way);
      else repository.ask(machine.folder, fetching);
      expect([name, repository.ran()]).toEqual([name, expect.arrayContaining([name])]);
    }
  });

  it.each([
    ...ALL_KINDS.map((kind) => ['the own user', kind] as const),
    ...(isRoot ? OF_ANOTHER : []).map((kind) => ['another user', kind] as const),
  ])('one of %s, %s', async (owner, kind) => {
    const isForeign = owner === 'another user';
    const topic = repository.commit();
    repository.arm();
    KINDS[kind](repository, machine.folder);
    if (isForeign) {
      repository.giveTo(ANOTHER_USER);
      machine.write('work/.assistant-memory-ignore', '');
      chownSync(machine.path('work/.assistant-memory-ignore'), ANOTHER_USER, ANOTHER_USER);
    }
    const run = async (args: string[], input = '') => {
      const { code, stderr } = await machine.run(args, input);
      expect([args.join(' '), code, stderr, repository.ran()]).toEqual([args.join(' '), 0, '', []]);
    };
    const path = machine.path('transcript.jsonl');
    const line = (uuid: string, content: string) =>
      `${JSON.stringify({ type: 'user', uuid, message: { role: 'user', content } })}\n`;
    writeFileSync(path, line('1', 'Move the form.') + line('2', 'And the fields of it.'));
    const hook = (event: string, session_id: string, fields: object = {}) =>
      run(
        ['hook', ...event.split(' ')],
        JSON.stringify({ session_id, cwd: machine.folder, transcript_path: path, ...fields }),
      );

    // A session on a branch that gets a commit, and is thrown away before the next one.
    repository.setRef('topic', repository.last);
    repository.setRef('main', repository.last);
    repository.checkOut('topic');
    const prompt = 'Where does the form go?';
    await hook('session-start', 'first', { source: 'startup' });
    await hook('recall --with-brief', 'first', { prompt });
    await hook('turn-end', 'first');
    await hook('compact-summary', 'first', { compact_summary: 'The form was moved.' });
    writeFileSync(path, line('3', 'Move it back.') + line('4', 'And the fields, too.'), { flag: 'a' });
    repository.setRef('topic', topic);
    await hook('checkpoint', 'first');
    await hook('session-end', 'first');
    repository.checkOut('main');
    repository.setRef('topic', '');
    await hook('session-start', 'second', { source: 'startup' });
    await hook('session-end', 'second');

    for (const args of [
      ...[['brief'], ['search', 'form'], ['task', 'create', 'Rotate'], ['task', 'done', 'Rotate']],
      ...[
        ['state', 'set', 'a', 'b'],
        ['state', 'get', 'a'],
        ['export', '--out', machine.path('all.zip')],
      ],
      ...[['attach', 'claude-code'], ['attach', 'claude-code', '--project'], ['doctor']],
      ...[
        ['detach', 'claude-code', '--project'],
        ['detach', 'claude-code'],
      ],
    ])
      await run(args);
    const { stdout } = await machine.run(['doctor']);
    for (const said of [
      'git does not answer here (the repository is another user’s)',
      '.assistant-memory-ignore is another user’s, so it does not count',
    ])
      expect([said, stdout.includes(said)]).toEqual([said, isForeign]);
    await run(['summary'], 'Decided: PDF/A-3.');
    const initialize = {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'load_context', arguments: {} },
    };
    await run(['mcp'], `${JSON.stringify(initialize)}\n`);
  });
});
