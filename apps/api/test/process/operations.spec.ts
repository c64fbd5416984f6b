import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeSession } from '../harness/data/accounts';
import { eventually } from '../harness/data/times';
import { freePort } from '../harness/http/free-port';
import { PROJECT } from '../harness/programs/dockerfile';
import { programEnvironment } from '../harness/programs/program-environment';
import { makeDataFolder, type DataFolder } from '../harness/programs/running-program';

const BUILT = join(PROJECT, 'dist/apps/api/groupless.mjs');
const SWITCH_API_KEY = 'switch-9d2c7e4b1a6f8c3e5d0b7a9f2c4e';
const HAS_PSQL = spawnSync('psql', ['--version']).status === 0;
const IN_THE_FILE = '/backups/groupless.backup';
const DOCUMENT = readFileSync(join(PROJECT, 'docs/operations.md'), 'utf8');
const READY = 'Press Ctrl-C to stop.';

interface Needs {
  /** What it prints. */
  says: RegExp;
  /** Whether the server runs meanwhile. Missing: as it is. */
  server?: 'runs' | 'rests';
  /** What is typed. */
  input?: string;
  before?: () => Promise<void>;
}

describe('each command of docs/operations.md, as it stands there', () => {
  let data: DataFolder;
  /** Where the data folder is `.data`, as in the document. */
  let home: string;
  let environment: Record<string, string>;
  let server: ChildProcess | null = null;
  let printed = '';
  beforeAll(async () => {
    data = makeDataFolder();
    home = dirname(data.path);
    environment = {
      ...programEnvironment(),
      PORT: String(await freePort()),
      ADMIN_EMAIL: 'ada@example.com',
      ADMIN_PASSWORD: 'correct horse battery staple',
      SWITCH_API_KEY,
      BACKUP_KEY: 'a key of backups with 32 characters',
    };
  });
  afterAll(async () => {
    await rest();
    await data.remove();
  });

  /** In the order of the document. */
  const COMMANDS: Record<string, Needs> = {
    'npm run keys:rotate': {
      server: 'runs',
      says: /^Everything is encrypted with the present CREDENTIALS_KEY/m,
    },
    'npm run keys:rotate -- --forget-lost': {
      input: 'forget\n',
      before: loseTheKey,
      says: /^ {2}1 × sessions of assistant accounts[^]*Done: what the lost key had encrypted is out/m,
    },
    'npm run admin -- reset ada@example.com': { server: 'runs', says: /: \S{20} {3}\(shown this once\)/ },
    ...(HAS_PSQL && {
      'PGPASSWORD=$(sed -n \'s/.*"groupless": "\\(.*\\)".*/\\1/p\' .data/database-passwords.json) psql -h "$(sed -n 5p .data/postgres/postmaster.pid)" -U groupless assistant_memory':
        { server: 'runs', input: 'select count(*) from assistant_sessions;', says: /count *\n-+\n *0\n/ },
    }),
    [`npm run backup -- ${IN_THE_FILE}`]: { says: /^Backed up to .*: \d+ rows of the panel database/m },
    [`npm run restore -- ${IN_THE_FILE} --verify`]: { says: /is complete and unaltered/ },
    [`npm run restore -- ${IN_THE_FILE} --try`]: { says: /restored into databases of its own/ },
    'mv .data .data.old && mkdir -m "$([ $(id -u) = 0 ] && echo 711 || echo 700)" .data && cp -p .data.old/secrets.env .data/':
      { server: 'rests', says: /^$/ },
    [`npm run restore -- ${IN_THE_FILE}`]: { says: /every table is as in the backup/ },
    'npm run doctor': { says: /^ok /m },
    'npm start': { says: /Groupless is ready/ },
    'npm run purge': { server: 'runs', says: /Nothing of what was erased is left/ },
  };

  it('does what it says, with the embedded database', async () => {
    for (const command of commands()) {
      const { server: state, input, before, says } = COMMANDS[command] ?? {};
      expect([command, says]).toEqual([command, expect.any(RegExp)]);
      if (state === 'runs') await serve();
      if (state === 'rests') await rest();
      await before?.();
      if (command === 'npm start') {
        await serve();
        expect(printed).toMatch(says!);
      } else
        expect(await run(command, input)).toEqual({ command, code: 0, output: expect.stringMatching(says!) });
    }
  });

  /** Those within its sentences that a block does not have, in an order in which each can say what it says. */
  const IN_SENTENCES: Record<string, Needs & { code?: number }> = {
    'npm run admin': { code: 2, says: /^Usage: npm run admin -- reset <email>/ },
    'npm run doctor -- --back-to-old': { server: 'rests', code: 1, says: /^No upgrade has left a database/ },
    'npm run doctor -- --forget-old': { says: /^No upgrade has left a database/ },
    'npm run demo -- --remove-rows': { server: 'runs', says: /demo/ },
    'npm run demo': { server: 'rests', says: /Groupless is ready/ },
    'npm run demo -- --remove': { says: /demo/ },
  };
  /** Those that are for the sources, not for the program. */
  const OF_THE_SOURCES = ['npm ci && npm run build', 'npm run bench:rolling'];

  it('does what its sentences say of others, too', async () => {
    const known = [...Object.keys(COMMANDS), ...OF_THE_SOURCES];
    const found = [...DOCUMENT.matchAll(/`(npm (?:run|start|ci)[^`]*)`/g)].map(([, command = '']) => command);
    expect(new Set(found.filter((one) => !known.includes(one)))).toEqual(new Set(Object.keys(IN_SENTENCES)));
    for (const [command, { server: state, says, code = 0 }] of Object.entries(IN_SENTENCES)) {
      if (state === 'runs') await serve();
      if (state === 'rests') await rest();
      if (command === 'npm run demo') {
        await serve(command);
        expect(printed).toMatch(says);
      } else expect(await run(command)).toEqual({ command, code, output: expect.stringMatching(says) });
    }
    // The demo's own server was stopped with it.
    await rest();
  });

  /** Those of the blocks for the shell, without comments. Recovery to a moment has a test of its own, which reads them there. */
  function commands(): string[] {
    const document = DOCUMENT.replace(/\n### Point-in-time recovery\n[^]*?(?=\n## )/, '').replaceAll(
      /\\\n */g,
      '',
    );
    const blocks = [...document.matchAll(/^ *```sh\n([^]*?)^ *```/gm)];
    const lines = blocks.flatMap(([, block = '']) => block.trimEnd().split('\n'));
    return lines
      .map((line) => line.replace(/ +#.*$/, '').trim())
      .filter((line) => HAS_PSQL || !line.includes('psql'));
  }

  /** A shell in which npm runs what is built, without looking whether that is current. */
  function shell(command: string): ChildProcess {
    const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const cases = Object.entries(scripts).flatMap(([name, script]) => {
      const [, words] = /^node tools\/run\.mjs (.*)$/.exec(script) ?? [];
      return words === undefined ? [] : [`${name}) exec "${process.execPath}" "${BUILT}" ${words} "$@";;`];
    });
    const npm = `npm() { [ "$1" = run ] && shift; name=$1; shift; [ "$1" = -- ] && shift; case "$name" in ${cases.join(' ')} esac; return 1; }`;
    const placed = command.replace(IN_THE_FILE, `"${join(home, 'saved.backup')}"`);
    return spawn('sh', ['-c', `${npm}\n${placed}`], { cwd: home, env: environment, detached: true });
  }

  async function run(
    command: string,
    input = '',
  ): Promise<{ command: string; code: number; output: string }> {
    const child = shell(command);
    child.stdin?.on('error', () => undefined).end(input);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => (output += text.toString()));
    const code = await new Promise<number>((resolve) => child.once('close', resolve));
    return { command, code, output };
  }

  async function loseTheKey(): Promise<void> {
    await serve();
    const accounts = `http://127.0.0.1:${environment['PORT']}/api/assistant-accounts`;
    const headers = { 'x-api-key': SWITCH_API_KEY, 'content-type': 'application/json' };
    const [{ id }] = (await (await fetch(accounts, { headers })).json()) as [{ id: string }];
    const body = JSON.stringify({ session_data: claudeSession('ada') });
    expect((await fetch(`${accounts}/${id}/session`, { method: 'PUT', headers, body })).status).toBe(200);
    await rest();
    rmSync(join(home, '.data/secrets.env'));
  }

  async function serve(command = 'npm start'): Promise<void> {
    if (server !== null) return;
    printed = '';
    server = shell(command);
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (text: Buffer) => (printed += text.toString()));
    await eventually(() => printed.includes(READY) || server?.exitCode !== null);
    expect(printed).toContain(READY);
  }

  async function rest(): Promise<void> {
    if (server?.exitCode !== null) return void (server = null);
    const ended = new Promise((resolve) => server!.once('close', resolve));
    server.kill('SIGTERM');
    await ended;
    server = null;
  }
});
