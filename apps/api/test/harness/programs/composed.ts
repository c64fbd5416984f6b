import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { WorkflowDto } from '@groupless/shared-dto';
import { PROJECT } from './dockerfile';
import { freePort } from '../http/free-port';
import { postJson } from './running-program';
import type { Deployment } from '../rolling/traffic';

export const SERVICES = ['postgres', 'api-1', 'api-2', 'panel'] as const;
export type Service = (typeof SERVICES)[number];

/** Of Compose's project: that of a deployment has another one. */
const NAME = 'groupless-test';

/** What the tests of containers lack here; null if they can run. */
export function whatContainersLack(): string | null {
  const says = (...words: string[]) => spawnSync('docker', words, { encoding: 'utf8' });
  if (says('version').status !== 0) return 'no Docker Engine answers';
  if (says('compose', 'version').status !== 0) return 'Docker has no Compose';
  return process.getuid?.() === 0 ? null : 'who runs them may not kill processes of containers';
}

/** `docker/compose.yml` as it is, started from a copy of the project's files under a name of its own. */
export class Composed implements Deployment {
  readonly base_url: string;
  private files = ['docker/compose.yml'];

  private constructor(
    readonly folder: string,
    port: number,
  ) {
    this.base_url = `http://127.0.0.1:${port}`;
  }

  /** Only the files; nothing is built yet. */
  static async make(): Promise<Composed> {
    const folder = mkdtempSync(join(tmpdir(), 'groupless-composed-'));
    const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: PROJECT, encoding: 'utf8' });
    for (const file of stdout.split('\0').filter(Boolean)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(PROJECT, file), join(folder, file));
    }
    const composed = new Composed(folder, await freePort());
    // What a run left that was ended half-way.
    await composed.run('docker', 'compose', '-p', NAME, 'down', '--volumes', '--timeout', '5');
    await composed.run('sh', 'docker/make-secrets.sh');
    return composed;
  }

  get agent_key(): string {
    return this.secret('agent_api_key');
  }

  get memory_key(): string {
    return this.secret('memory_api_key');
  }

  secret(name: string): string {
    return readFileSync(join(this.folder, 'docker/secrets', name), 'utf8').trim();
  }

  async logIn(): Promise<string> {
    const admin = { email: 'admin@localhost', password: this.secret('admin_password') };
    const answer = await postJson(`${this.base_url}/api/auth/login`, admin);
    if (answer.status !== 200) throw new Error(`The log-in answered ${answer.status}.`);
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  async webhooks(): Promise<Record<string, string>> {
    const headers = { 'x-workflow-api-key': this.secret('workflow_api_key') };
    const answer = await fetch(`${this.base_url}/api/workflows`, { headers });
    const workflows = (await answer.json()) as WorkflowDto[];
    return Object.fromEntries(workflows.map(({ path, url }) => [path, url]));
  }

  /** Also what `compose.tls.yml` opens, with a certificate that was made for this. */
  async addTls(): Promise<void> {
    const extra = join(this.folder, 'docker/extra');
    cpSync(join(extra, 'tls.conf.example'), join(extra, 'tls.conf'));
    const subject = ['-subj', '/CN=localhost', '-days', '2'];
    const files = ['-keyout', join(extra, 'key.pem'), '-out', join(extra, 'certificate.pem')];
    await this.run('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files);
    await this.run('chmod', '644', join(extra, 'key.pem'));
    this.files = [...this.files, 'docker/compose.tls.yml'];
  }

  removeTls(): void {
    for (const file of ['tls.conf', 'key.pem', 'certificate.pem'])
      rmSync(join(this.folder, 'docker/extra', file));
    this.files = this.files.slice(0, 1);
  }

  /** Another image of both, as a new version has it. */
  async buildAnew(): Promise<void> {
    for (const name of ['api.Dockerfile', 'panel.Dockerfile']) {
      const file = join(this.folder, 'docker', name);
      writeFileSync(file, `${readFileSync(file, 'utf8')}LABEL version="next"\n`);
    }
    appendFileSync(
      join(this.folder, 'docker/panel.Dockerfile'),
      'COPY docker/nginx.conf /usr/share/nginx/panel/next.txt\n',
    );
    await this.compose('build');
  }

  /** @returns what it printed on standard output */
  compose(...words: string[]): Promise<string> {
    const files = this.files.flatMap((file) => ['-f', file]);
    return this.run('docker', 'compose', '-p', NAME, ...files, ...words);
  }

  /** Kills all processes of a container, without Docker knowing that somebody wants that. */
  async crash(service: Service): Promise<void> {
    process.kill(Number(await this.inspect(service, '{{.State.Pid}}')), 'SIGKILL');
  }

  async inspect(service: Service, format: string): Promise<string> {
    const id = (await this.compose('ps', '-q', service)).trim();
    return (await this.run('docker', 'inspect', '--format', format, id)).trim();
  }

  /** The first column of each row. */
  async select(database: string, text: string): Promise<string[]> {
    const line = `PGPASSWORD=$(cat /run/secrets/postgres_password) exec psql -U postgres -At -c "${text}" ${database}`;
    return (await this.compose('exec', '-T', 'postgres', 'sh', '-c', line)).split('\n').filter(Boolean);
  }

  async remove(): Promise<void> {
    await this.compose('down', '--volumes', '--timeout', '5');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private run(program: string, ...words: string[]): Promise<string> {
    const env = { ...process.env, LISTEN: new URL(this.base_url).host, PUBLIC_URL: this.base_url };
    const child = spawn(program, words, { cwd: this.folder, env });
    let printed = '';
    let all = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      all += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => (all += chunk.toString()));
    return new Promise((resolve, reject) =>
      child.once('close', (code) =>
        code === 0 ? resolve(printed) : reject(new Error(`${program} ${words.join(' ')}:\n${all}`)),
      ),
    );
  }
}
