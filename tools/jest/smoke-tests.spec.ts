import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** Whether a file is left out by the patterns of `jest.config.cjs` in such an environment. */
function leavesOut(environment: object): (file: string) => boolean {
  const script =
    'console.log(JSON.stringify(require("./jest.config.cjs").projects[0].testPathIgnorePatterns))';
  const { stdout } = spawnSync(process.execPath, ['-e', script], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...environment },
    encoding: 'utf8',
  });
  const patterns = (JSON.parse(stdout) as string[]).map((pattern) => new RegExp(pattern));
  return (file) => patterns.some((pattern) => pattern.test(join(ROOT, file)));
}

describe('the tests of a push', () => {
  it('are those beside the code, and of the whole product the smoke tests', () => {
    const isLeftOut = leavesOut({ SMOKE_TESTS: '1' });
    const beside = ['apps/api/src/a.spec.ts', 'apps/switch-cli/src/a.spec.ts', 'tools/smoke/a.spec.ts'];
    const smoke = ['apps/api/test/browser/a.smoke.spec.ts', 'apps/api/test/http/a/b.smoke.spec.ts'];
    const others = [
      'apps/api/test/http/a.spec.ts',
      'apps/api/test/http/smoke.spec.ts',
      'apps/api/test/process/a/b.spec.ts',
      'apps/api/test/browser/a.full.spec.ts',
    ];
    expect([...beside, ...smoke].filter(isLeftOut)).toEqual([]);
    expect(others.filter(isLeftOut)).toEqual(others);
  });

  it('are all in the runs of everything, which leave out what takes minutes alone', () => {
    const isLeftOut = leavesOut({});
    const all = ['apps/api/test/http/a.spec.ts', 'apps/api/test/http/a.smoke.spec.ts'];
    expect([...all, 'apps/api/test/http/a.full.spec.ts'].filter(isLeftOut)).toEqual([
      'apps/api/test/http/a.full.spec.ts',
    ]);
  });

  it('are named so only where the name means something', () => {
    const named = globSync('{apps,libs,tools}/**/*.smoke.spec.ts', { cwd: ROOT });
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((file) => !file.startsWith('apps/api/test/'))).toEqual([]);
  });
});
