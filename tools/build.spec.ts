import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('the build', () => {
  let project: string;
  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'build-'));
    for (const folder of ['apps', 'libs', 'tools/build'])
      mkdirSync(join(project, folder), { recursive: true });
    for (const file of ['angular.json', 'package-lock.json', 'tsconfig.base.json'])
      writeFileSync(join(project, file), '{}');
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

  it('shows why a project could not be built', () => {
    const nx = `#!/bin/sh\necho 'TS2345: no such thing'\nexit 3\n`;
    mkdirSync(join(project, 'node_modules/.bin'), { recursive: true });
    writeFileSync(join(project, 'node_modules/.bin/nx'), nx, { mode: 0o755 });
    const { status, stderr } = build();
    expect([status, stderr]).toEqual([3, expect.stringContaining('TS2345')]);
  });

  it('runs on every Node.js that the project starts with', () => {
    // Node.js 20 does not know it, and a build that it guards does nothing there.
    expect(readFileSync(join(__dirname, 'build.mjs'), 'utf8')).not.toMatch(/if \(import\.meta\.main\)/);
  });
});
