import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkedOut, unmergedGone } from './branches';

describe('branches of earlier sessions', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'branches-')));
    git('init', '-q', '-b', 'main');
    commit('first');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim();
  const commit = (name: string) => {
    writeFileSync(join(root, name.replace('/', '-')), name);
    git('add', '-A');
    git('commit', '-q', '-m', name);
    return git('rev-parse', 'HEAD');
  };
  const branch = (name: string) => {
    git('checkout', '-q', '-b', name);
    return { branch: name, head: commit(name) };
  };

  it('are gone when they were thrown away, and not when they were merged or are there', async () => {
    const merged = branch('merged');
    git('checkout', '-q', 'main');
    git('merge', '-q', '--no-ff', 'merged', '-m', 'merge');
    const thrown = branch('thrown/away');
    git('checkout', '-q', 'main');
    const kept = branch('kept');
    git('checkout', '-q', 'main');
    git('branch', '-q', '-D', 'merged', 'thrown/away');
    const unknown = { branch: 'elsewhere', head: 'f'.repeat(40) };
    expect(await unmergedGone(root, [merged, thrown, kept, unknown, { branch: 'old', head: null }])).toEqual([
      thrown,
      unknown,
    ]);
  });

  it('are not judged where there is no repository', async () => {
    rmSync(join(root, '.git'), { recursive: true });
    expect(await unmergedGone(root, [{ branch: 'main', head: 'a'.repeat(40) }])).toEqual([]);
    expect(await checkedOut(root)).toEqual({ branch: null, head: null });
  });

  it('have a name and a commit, and none where none is checked out', async () => {
    const { head } = branch('feat/cart');
    expect(await checkedOut(root)).toEqual({ branch: 'feat/cart', head });
    git('checkout', '-q', '--detach');
    expect(await checkedOut(root)).toEqual({ branch: null, head });
  });
});
