import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';

const ROOT = join(__dirname, '../..');

/** In a process of its own: Jest cannot import modules of this kind. */
function unusedPackages(root: string): string[] {
  const script = `import { unusedPackages } from ${JSON.stringify(join(__dirname, 'unused-packages.mjs'))};
    console.log(JSON.stringify(unusedPackages(${JSON.stringify(root)})));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return JSON.parse(output) as string[];
}

describe('the packages that the project depends on', () => {
  it('are all imported somewhere, or explained', () => {
    expect(unusedPackages(ROOT)).toEqual([]);
  });

  it('are told where nothing imports them', () => {
    const planted = mkdtempSync(join(tmpdir(), 'unused-'));
    const packages = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as object;
    writeFileSync(
      join(planted, 'package.json'),
      JSON.stringify({
        ...packages,
        dependencies: { 'left-alone': '1.0.0', used: '1.0.0' },
        devDependencies: {},
      }),
    );
    for (const folder of ['apps', 'libs', 'tools', 'bench']) mkdirSync(join(planted, folder));
    writeFileSync(join(planted, 'apps', 'a.ts'), `import { one } from 'used/part';`);
    cpSync(join(ROOT, 'tsconfig.base.json'), join(planted, 'tsconfig.base.json'));
    expect(unusedPackages(planted)).toEqual(['left-alone']);
    rmSync(planted, { recursive: true });
  });
});
