import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

describe('npm run release', () => {
  const out = mkdtempSync(join(tmpdir(), 'release-'));
  afterAll(() => rmSync(out, { recursive: true }));

  it('makes tarballs, a list of packages, notes and checksums that hold', () => {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      ['tools/release.mjs', '--draft', `--out=${join(out, 'made')}`],
      {
        encoding: 'utf8',
      },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/package: \d+\.\d MB, installed \d+\.\d MB/);
    const made = join(out, 'made');
    const name = `groupless-${version}-draft`;
    const files = readdirSync(made).sort();
    expect(files).toEqual([
      'NOTES.md',
      'SHA256SUMS',
      `assistant-cli-${version}-draft.tgz`,
      `${name}-source.tar.gz`,
      `${name}.cdx.json`,
      `${name}.tgz`,
    ]);
    expect(spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: made }).status).toBe(0);
    expect(JSON.parse(readFileSync(join(made, `${name}.cdx.json`), 'utf8')).bomFormat).toBe('CycloneDX');
    const source = spawnSync('tar', ['-tzf', join(made, `${name}-source.tar.gz`)], {
      encoding: 'utf8',
    }).stdout;
    expect(source).toContain(`${name}/package-lock.json\n`);
  });

  it('stops where the changelog says nothing about the version', () => {
    writeFileSync(join(out, 'package.json'), '{"version":"9.9.9"}');
    writeFileSync(join(out, 'CHANGELOG.md'), '# Changelog\n\n## 9.9.8 (2026-01-01)\n\n- Something.\n');
    const { status, stderr } = spawnSync(process.execPath, [join(__dirname, 'release.mjs')], {
      cwd: out,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('CHANGELOG.md has no part "## 9.9.9"')]);
  });

  it('stops where not everything holds that each night tests', () => {
    const clone = join(out, 'clone');
    mkdirSync(join(clone, '.ci'), { recursive: true });
    writeFileSync(join(clone, 'package.json'), '{"version":"9.9.9"}');
    writeFileSync(join(clone, 'CHANGELOG.md'), '# Changelog\n\n## 9.9.9 (2026-01-01)\n\n- Something.\n');
    writeFileSync(join(clone, '.ci/run'), '#!/bin/sh\necho "ran $1"\nexit 1\n', { mode: 0o755 });
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      [...author, 'commit', '-qm', 'all'],
    ])
      expect(spawnSync('git', args, { cwd: clone }).status).toBe(0);
    const { status, stderr, stdout } = spawnSync(process.execPath, [join(__dirname, 'release.mjs')], {
      cwd: clone,
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([
      1,
      'ran everything\n',
      'Not all of it holds (.ci/run everything): there is no release.\n',
    ]);
  });
});
