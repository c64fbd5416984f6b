import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../http/free-port';

const CONFIGURATION = join(__dirname, '../../../../../docker/nginx.conf');
const BUILT_PANEL = join(__dirname, '../../../../../dist/apps/panel/files');
const PROGRAM = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((path) =>
  existsSync(path),
);

/** Whether the tests behind nginx can run. Says so where they cannot. */
export function nginxIsInstalled(): boolean {
  if (PROGRAM === undefined) console.warn('SKIPPED: the tests behind nginx (no nginx is installed here).');
  return PROGRAM !== undefined;
}

/** Whether the installed nginx has the directive `http2` (1.25.1 or later). */
export function nginxKnowsHttp2(): boolean {
  const { stderr } = spawnSync(PROGRAM ?? 'nginx', ['-v'], { encoding: 'utf8' });
  const [major = 0, minor = 0, patch = 0] = (/(\d+)\.(\d+)\.(\d+)/.exec(stderr) ?? []).slice(1).map(Number);
  return major * 1e6 + minor * 1e3 + patch >= 1_025_001;
}

/** `describe` for what needs nginx; each test is marked as skipped where there is none. */
export function describeBehindNginx(...suite: Parameters<typeof describe>): void {
  (nginxIsInstalled() ? describe : describe.skip)(...suite);
}

export interface NginxOptions {
  /** Ports of the two API servers on 127.0.0.1. */
  api_ports: [number, number];
  /** Folder with the panel's files; by default what the build left. */
  panel_folder?: string;
  /** Directives for the server block, as a deployment adds them in `/etc/nginx/extra`. */
  extra?: string;
}

/** nginx as it is deployed: `docker/nginx.conf`, of which only addresses and folders are changed. */
export class RealNginx {
  private messages = '';
  private readonly exited: Promise<void>;

  private constructor(
    readonly port: number,
    readonly healthPort: number,
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {
    child.stderr?.on('data', (chunk: Buffer) => (this.messages += chunk.toString()));
    this.exited = new Promise((resolve) => child.once('close', () => resolve()));
  }

  static async start(options: NginxOptions): Promise<RealNginx> {
    const folder = mkdtempSync(join(tmpdir(), 'groupless-nginx-'));
    const [port, healthPort] = [await freePort(), await freePort()];
    mkdirSync(join(folder, 'extra'));
    if (options.extra !== undefined) writeFileSync(join(folder, 'extra/test.conf'), options.extra);
    const configuration = join(folder, 'nginx.conf');
    writeFileSync(configuration, placed(folder, port, healthPort, options));
    // Where the tests run as root, the workers stay who can read the project's folder.
    const user = process.getuid?.() === 0 ? ['-g', 'user root;'] : [];
    const child = spawn(PROGRAM ?? 'nginx', ['-p', folder, '-c', configuration, ...user], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const nginx = new RealNginx(port, healthPort, folder, child);
    await nginx.accepts();
    return nginx;
  }

  get base_url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The access log so far, line by line. */
  get log(): Record<string, string | number>[] {
    return this.logText
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, string | number>);
  }

  get logText(): string {
    return readFileSync(join(this.folder, 'access.log'), 'utf8');
  }

  /** What nginx has said on standard error. */
  get errorText(): string {
    return this.messages;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.exited;
    await rm(this.folder, { recursive: true, force: true });
  }

  private async accepts(): Promise<void> {
    while (!(await isOpen(this.port))) {
      if (this.child.exitCode !== null) throw new Error(`nginx does not start: ${this.messages}`);
      await sleep(20);
    }
  }
}

/** Those of applications that the files of a worker shared until its end. */
export function stopLeftNginx(): void {
  for (const file of globSync(join(tmpdir(), 'groupless-nginx-*/nginx.pid')))
    process.kill(Number(readFileSync(file, 'utf8')), 'SIGTERM');
}

/** The configuration with this test's addresses and folders. Each of them must stand in it. */
function placed(
  folder: string,
  port: number,
  healthPort: number,
  { api_ports, panel_folder = BUILT_PANEL }: NginxOptions,
): string {
  const replacements: [string, string][] = [
    ['listen 8080;', `listen 127.0.0.1:${port};`],
    ['listen 127.0.0.1:8081;', `listen 127.0.0.1:${healthPort};`],
    ['server api-1:3000 ', `server 127.0.0.1:${api_ports[0]} `],
    ['server api-2:3000 ', `server 127.0.0.1:${api_ports[1]} `],
    ['root /usr/share/nginx/panel;', `root "${panel_folder}";`],
    ['include /etc/nginx/extra/*.conf;', `include "${folder}/extra/*.conf";`],
    [' /tmp/', ` ${folder}/`],
    ['access_log /dev/stdout ', `access_log ${folder}/access.log `],
    ['worker_processes auto;', 'worker_processes 2;'],
  ];
  return replacements.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`docker/nginx.conf does not hold: ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(CONFIGURATION, 'utf8'),
  );
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
