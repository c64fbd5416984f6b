import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const INPUTS = ['angular.json', 'package.json', 'package-lock.json', 'tsconfig.base.json', 'LICENSE'];
const OUTPUTS = ['apps/api', 'apps/panel', 'apps/switch-cli', 'install'];

describe('the build', () => {
  let project: string;
  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'build-'));
    for (const folder of ['apps', 'libs', 'tools/build'])
      mkdirSync(join(project, folder), { recursive: true });
    for (const file of INPUTS) writeFileSync(join(project, file), '{}');
    symlinkSync(join(__dirname, 'build.mjs'), join(project, 'tools/build.mjs'));
  });
  afterEach(() => rmSync(project, { recursive: true }));

  const build = () =>
    spawnSync(process.execPath, ['tools/build.mjs'], {
      cwd: project,
      encoding: 'utf8',
      env: { PATH: '/nowhere' },
    });

  it('says what is missing where the packages are not installed', () => {
    const { status, stderr } = build();
    expect([status, stderr]).toEqual([1, expect.stringContaining('npm run build')]);
  });

  /** In the place of Nx: a script of the shell. */
  function installNx(script: string): void {
    mkdirSync(join(project, 'node_modules/.bin'), { recursive: true });
    writeFileSync(join(project, 'node_modules/.bin/nx'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  it('is done again when a source, the version or a part of what was built has changed, and only then', () => {
    installNx(OUTPUTS.map((folder) => `/bin/mkdir -p 'dist/${folder}'`).join('\n'));
    expect(build().stdout).toContain('Built in');
    expect(build().stdout).toBe('');
    for (const change of [
      () => writeFileSync(join(project, 'package.json'), '{"version":"9.9.9"}'),
      () => writeFileSync(join(project, 'apps/new.ts'), ''),
      () => rmSync(join(project, 'dist/apps/panel'), { recursive: true }),
    ]) {
      change();
      expect(build().stdout).toContain('Built in');
      expect(build().stdout).toBe('');
    }
  });

  it('shows why a project could not be built', () => {
    installNx(`echo 'TS2345: no such thing'\nexit 3`);
    const { status, stderr } = build();
    expect([status, stderr]).toEqual([3, expect.stringContaining('TS2345')]);
  });

  it('runs on every Node.js that the project starts with', () => {
    // Node.js 20 does not know it, and a build that it guards does nothing there.
    expect(readFileSync(join(__dirname, 'build.mjs'), 'utf8')).not.toMatch(/if \(import\.meta\.main\)/);
  });
});

describe('the lists of inputs that targets share', () => {
  it('name nothing of other projects, which Nx refuses when the target runs', () => {
    const { namedInputs } = JSON.parse(readFileSync(join(__dirname, '../nx.json'), 'utf8')) as {
      namedInputs: Record<string, unknown[]>;
    };
    const inputs = Object.values(namedInputs).flat();

    expect(inputs).toContain('sharedGlobals');
    expect(inputs.filter((input) => typeof input === 'string' && input.startsWith('^'))).toEqual([]);
  });
});

describe('the projects', () => {
  it('go one way: the measurements use the tools, and the tools nothing of them', () => {
    const uses = (folder: string, other: string) =>
      globSync(`${folder}/**/*.{mjs,cjs,ts}`, { cwd: join(__dirname, '..') }).filter((path) =>
        new RegExp(`from '[./]+/${other}/`).test(readFileSync(join(__dirname, '..', path), 'utf8')),
      );

    expect(uses('bench', 'tools')).toContain('bench/bench.mjs');
    expect(uses('tools', 'bench')).toEqual([]);
  });
});
