import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { EmbeddedPostgres } from './start';
import { isPostgresOf, isRunning } from './server/running-processes';
import type { Naming } from './naming';

/** As a program with two databases would call them. */
export const NAMING = {
  program: 'groupless',
  ownerRole: 'groupless',
  servingRole: 'groupless_server',
  databases: { panel: 'groupless', memory: 'assistant_memory' },
  advisoryLock: 7213,
  systemFolder: '/var/lib/groupless',
  dataDirSetting: 'DATA_DIR',
} satisfies Naming;

export type NamedServer = EmbeddedPostgres<keyof typeof NAMING.databases>;

/** Turns off durability, which tests do not need. */
export const fastSettings = { fsync: 'off', shared_buffers: '16MB' };

const repository = resolve(__dirname, '../../..');
const madeFolders: string[] = [];
const spawned: ChildProcess[] = [];

/** The path of a new data folder, in a temporary folder that every user can enter. */
export function newDataDir(name = '.data'): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'embedded-postgres-'));
  chmodSync(folder, 0o711);
  madeFolders.push(folder);
  return join(folder, name);
}

/** Where root puts the cluster of a data folder that the server's user cannot enter. */
export function placeOutside(dataDir: string): string {
  return join(NAMING.systemFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
}

/** The process id of the server that runs in the folder; undefined if there is none. */
export function serverPid(clusterFolder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return isRunning(pid) && isPostgresOf(clusterFolder, pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Kills the processes that the tests of a file have started, by id, and removes their files. */
export async function cleanUp(): Promise<void> {
  for (const child of spawned.splice(0)) child.kill('SIGKILL');
  for (const folder of madeFolders.splice(0)) {
    const dataDirs = ['.data', 'donn\u00e9es priv\u00e9es'].map((name) => join(folder, name));
    for (const dataDir of [...dataDirs, ...dataDirs.map(placeOutside)]) {
      const pid = serverPid(join(dataDir, 'postgres'));
      if (pid !== undefined) await kill(pid);
    }
    for (const path of [folder, ...dataDirs.map(placeOutside)]) {
      rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    }
  }
}

/** kill -9, and waits until the process is gone. */
export async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  while (isRunning(pid)) await pause(10);
}

/** The rows of one statement. */
export async function query<Row extends object>(
  url: string,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The rows of one statement, retried until the server answers. */
export async function queryOnceBack<Row extends object>(url: string, text: string): Promise<Row[]> {
  for (;;) {
    try {
      return await query<Row>(url, text);
    } catch {
      await pause(50);
    }
  }
}

/** Bundles a script that may import from this folder, and returns the path of the bundle. */
export function bundle(script: string, outDir = join(repository, 'tmp')): string {
  mkdirSync(outDir, { recursive: true });
  const outfile = join(outDir, `embedded-postgres-${randomBytes(6).toString('hex')}.cjs`);
  const options = [
    '--bundle',
    '--platform=node',
    '--packages=external',
    '--log-level=warning',
    '--loader=ts',
  ];
  execFileSync(join(repository, 'node_modules/.bin/esbuild'), [...options, `--outfile=${outfile}`], {
    cwd: __dirname,
    input: script,
  });
  madeFolders.push(outfile);
  return outfile;
}

/** A script that starts the server of a folder, and stops it when its standard input ends. */
export const ownerScript = `
  import { startEmbeddedPostgres } from './start';
  const [, , dataDir, settings, naming] = process.argv;
  const say = (message: object) => process.stdout.write(JSON.stringify(message) + '\\n');
  startEmbeddedPostgres({ dataDir, naming: JSON.parse(naming), settings: JSON.parse(settings), report: (line) => say({ line }) }).then(
    (server) => {
      say({ server });
      process.stdin.on('end', () => void server.stop()).resume();
    },
    (error) => {
      say({ error: error.name + ': ' + error.message });
      process.exit(1);
    },
  );
`;

/** Another process that runs a bundled script and prints one JSON value a line. */
export class OtherProcess<Message extends object> {
  readonly said: Message[] = [];
  readonly ended: Promise<unknown>;
  private readonly child;

  constructor(script: string, args: string[], settings: { env?: NodeJS.ProcessEnv; uid?: number } = {}) {
    this.child = spawn(process.execPath, [script, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
      ...settings,
    });
    spawned.push(this.child);
    this.ended = once(this.child, 'close');
    createInterface(this.child.stdout).on('line', (line) => this.said.push(JSON.parse(line) as Message));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Waits for the first message with this field; rejects if the process ends first. */
  async says<Field extends keyof Message>(field: Field): Promise<NonNullable<Message[Field]>> {
    for (;;) {
      const message = this.said.find((one) => field in one);
      if (message !== undefined) return message[field] as NonNullable<Message[Field]>;
      const hasEnded = this.child.exitCode !== null || this.child.signalCode !== null;
      if (hasEnded) throw new Error(`It ended saying ${JSON.stringify(this.said)}`);
      await pause(10);
    }
  }

  tell(text: string): void {
    this.child.stdin.write(text);
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  /** Ends its input, so it stops its server and exits. */
  async stop(): Promise<void> {
    this.child.stdin.end();
    await this.ended;
  }
}

export interface OwnerMessage {
  readonly line?: string;
  readonly error?: string;
  readonly server?: Omit<NamedServer, 'stop'>;
}

/** Another process that starts the server of the folder, as another user if root says so. */
export function startOwner(
  script: string,
  dataDir: string,
  user: { uid?: number } = {},
): OtherProcess<OwnerMessage> {
  const words = [dataDir, JSON.stringify(fastSettings), JSON.stringify(NAMING)];
  return new OtherProcess<OwnerMessage>(script, words, user);
}
