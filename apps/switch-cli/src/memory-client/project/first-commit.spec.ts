import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstCommit } from './first-commit';
import { whereIn } from './project-identity';

describe('the first commit of a repository', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'first-commit-')));
    make();
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const folder = () => join(root, 'shop');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: folder(),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim();
  const make = () => {
    mkdirSync(folder());
    git('init', '-q');
  };
  const commit = (subject: string) => {
    git('commit', '-q', '--allow-empty', '-m', subject);
    return git('rev-parse', 'HEAD');
  };
  const found = async () => {
    const variables = { HOME: root };
    const environment = { variables, home: root, cwd: folder(), platform: process.platform };
    return firstCommit(environment, await whereIn(folder()));
  };

  it('is found once there is one, and not looked for again', async () => {
    expect(await found()).toBeNull();
    const first = commit('first');
    expect(await found()).toBe(first);
    commit('second');
    // Without its commits git could not tell any more.
    rmSync(join(folder(), '.git/objects'), { recursive: true });
    mkdirSync(join(folder(), '.git/objects'));
    expect(await found()).toBe(first);
  });

  it('is another one where another repository is made in the same place', async () => {
    commit('first');
    await found();
    rmSync(folder(), { recursive: true });
    // Otherwise the new folder may get the number of the old one.
    mkdirSync(join(root, 'between'));
    make();
    const other = commit('other');
    expect(await found()).toBe(other);
  });
});
