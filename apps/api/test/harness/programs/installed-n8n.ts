import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../http/free-port';
import { programEnvironment } from './program-environment';
import { RunningProgram } from './running-program';

const run = promisify(execFile);

/** Where `npm run test:assistants` has installed it. */
export const N8N_FOLDER = process.env['TEST_N8N'];

/** Nothing that it would ask or tell its makers. */
const SILENT = {
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
  N8N_COMMUNITY_PACKAGES_ENABLED: 'false',
  N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
};

export interface Credential {
  id: string;
  type: string;
  data: object;
}

/** A real n8n with an empty home. It reaches this machine alone. */
export class InstalledN8n {
  private constructor(
    private readonly program: string,
    private readonly home: string,
    private readonly environment: Record<string, string>,
  ) {}

  static async prepare(): Promise<InstalledN8n> {
    const home = mkdtempSync(join(tmpdir(), 'groupless-n8n-'));
    const [port, broker] = [await freePort(), await freePort()];
    return new InstalledN8n(join(N8N_FOLDER ?? '', 'node_modules/n8n/bin/n8n'), home, {
      ...programEnvironment(),
      ...SILENT,
      HOME: home,
      N8N_USER_FOLDER: home,
      N8N_LISTEN_ADDRESS: '127.0.0.1',
      N8N_HOST: '127.0.0.1',
      N8N_PORT: String(port),
      N8N_RUNNERS_BROKER_PORT: String(broker),
      NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, 'loopback-only.cjs'))}`,
    });
  }

  /** From its package: its command line takes seconds to say it. */
  get version(): string {
    const text = readFileSync(join(N8N_FOLDER ?? '', 'node_modules/n8n/package.json'), 'utf8');
    return (JSON.parse(text) as { version: string }).version;
  }

  /** Stores a workflow by its command line, as it stands in a file. */
  importWorkflow(file: string): Promise<string> {
    return this.command('import:workflow', `--input=${file}`);
  }

  importCredentials(credentials: readonly Credential[]): Promise<string> {
    const named = credentials.map((one) => ({ ...one, name: one.id }));
    return this.command('import:credentials', `--input=${this.write('credentials.json', named)}`);
  }

  publish(id: string): Promise<string> {
    return this.command('publish:workflow', `--id=${id}`);
  }

  /** Runs a workflow that begins with a click. What each of its nodes put out first, by its name. */
  async execute(id: string): Promise<Record<string, unknown>> {
    const printed = await this.command('execute', `--id=${id}`, '--rawOutput');
    const { data } = JSON.parse(printed.slice(printed.indexOf('\n{\n'), printed.lastIndexOf('\n}') + 2)) as {
      data: { resultData: { runData: Record<string, [{ data: { main: [[{ json: unknown }]] } }]> } };
    };
    const ran = Object.entries(data.resultData.runData);
    return Object.fromEntries(ran.map(([node, [{ data: put }]]) => [node, put.main[0][0].json]));
  }

  /** A file in its home. */
  write(name: string, content: unknown): string {
    const file = join(this.home, name);
    writeFileSync(file, JSON.stringify(content));
    return file;
  }

  /** Serves what is published. */
  async start(): Promise<RunningProgram> {
    const server = await RunningProgram.start(this.environment, this.program);
    return server.prints('Editor is now accessible');
  }

  get address(): string {
    return `http://127.0.0.1:${this.environment['N8N_PORT']}`;
  }

  remove(): Promise<void> {
    return rm(this.home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  private async command(...words: string[]): Promise<string> {
    const { stdout } = await run(process.execPath, [this.program, ...words], {
      ...{ env: this.environment, maxBuffer: 64 << 20 },
    });
    return stdout;
  }
}
