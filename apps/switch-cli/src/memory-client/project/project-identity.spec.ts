import { execFileSync } from 'node:child_process';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectIdentity as storedIdentity, projectNames, remoteIdentity } from '@groupless/shared-dto';
import { withFolder } from './folder-below';
import { placeIdentity, whereIn } from './project-identity';

const HTTPS = 'https://github.com/ada/shop.git';
const SHOP = 'github.com/ada/shop';

/** By what a folder is known first. */
async function projectIdentity(folder: string): Promise<string> {
  const where = await whereIn(folder);
  const [remote] = where.remotes;
  return withFolder(remote === undefined ? placeIdentity(where) : remoteIdentity(remote), where.prefix);
}

describe('the identity of a remote', () => {
  it.each([
    ['https://github.com/ada/shop.git', SHOP],
    ['https://ada:secret@github.com/ada/shop', SHOP],
    ['https://github.com./ada/shop', SHOP],
    ['https://github.com/ada/other/../shop', SHOP],
    ['https://GitHub.com/Ada/Shop.git/', SHOP],
    ['https://github.com:443/ada/shop.git?token=secret#part', SHOP],
    ['git@github.com:ada/shop.git', SHOP],
    ['github.com:ada/shop', SHOP],
    ['ssh://git@github.com:22/ada/shop.git', SHOP],
    ['ssh://git@git.example.com:2222/ada/shop.git', 'git.example.com/ada/shop'],
    ['git+ssh://git@github.com/ada/shop', SHOP],
    ['https://git.example.com:8443/ada/shop', 'git.example.com:8443/ada/shop'],
    ['file:///srv/git/Shop.git', '/srv/git/shop'],
    ['/srv/git/Shop.git', '/srv/git/shop'],
    ['C:\\git\\shop.git', 'c:/git/shop'],
  ])('of %s is %s', (remote, expected) => {
    expect(remoteIdentity(remote)).toBe(expected);
    // A server takes what the client sends as it is.
    expect(storedIdentity(expected)).toBe(expected);
  });

  it('is at most 180 characters long, and different for different long ones', () => {
    const [one, other] = ['a', 'b'].map((end) => withFolder(SHOP, `${'folder/'.repeat(40)}${end}`));
    expect(one).toHaveLength(180);
    expect(one).toMatch(/^github\.com\/ada\/shop\/folder\/.*-[0-9a-f]{16}$/);
    expect(other).not.toBe(one);
  });

  it('gives names from the shortest to the whole', () => {
    expect(projectNames(SHOP)).toEqual(['shop', 'ada/shop', SHOP]);
    expect(projectNames('/srv/git/shop')).toEqual(['shop', 'git/shop', 'srv/git/shop', '/srv/git/shop']);
  });
});

describe('the project of a folder', () => {
  let root: string;
  beforeEach(() => (root = realpathSync(mkdtempSync(join(tmpdir(), 'projects-')))));
  afterEach(() => rmSync(root, { recursive: true }));

  const at = (...parts: string[]) => join(root, ...parts);

  function git(folder: string, ...args: string[]): void {
    const settings = ['user.name=Ada', 'user.email=ada@example.com', 'protocol.file.allow=always'];
    const env = { PATH: process.env['PATH'], HOME: root };
    execFileSync('git', [...settings.flatMap((one) => ['-c', one]), ...args], {
      cwd: folder,
      env,
      stdio: 'pipe',
    });
  }

  /** A repository with a commit and this remote. */
  function repository(name: string, remote: string | null = HTTPS): string {
    mkdirSync(at(name, 'packages/api'), { recursive: true });
    git(at(name), 'init', '-q', '-b', 'main');
    git(at(name), 'commit', '-q', '--allow-empty', '-m', 'first');
    if (remote !== null) git(at(name), 'remote', 'add', 'origin', remote);
    return at(name);
  }

  it('takes two processes of git, which run at once', async () => {
    git('.', 'init', '-q');
    const path = process.env['PATH'];
    const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
    mkdirSync(at('bin'));
    writeFileSync(at('bin/git'), `#!/bin/sh\necho asked >> '${at('log')}'\nexec '${real}' "$@"\n`, {
      mode: 0o755,
    });
    process.env['PATH'] = `${at('bin')}:${path}`;
    try {
      await whereIn(root);
      expect(readFileSync(at('log'), 'utf8')).toBe('asked\n'.repeat(2));
      // By a PATH that depends on the folder, a program of the folder would be git.
      const folder = process.cwd();
      process.env['PATH'] = ['bin', '.', '', path].join(':');
      process.chdir(root);
      await whereIn(root).finally(() => process.chdir(folder));
      expect(readFileSync(at('log'), 'utf8')).toBe('asked\n'.repeat(2));
    } finally {
      process.env['PATH'] = path;
    }
  });

  it('is the remote, in a clone, whatever the folder is called', async () => {
    const first = repository('one');
    git(root, 'clone', '-q', first, 'clone');
    git(at('clone'), 'remote', 'set-url', 'origin', HTTPS);
    expect(await projectIdentity(at('clone'))).toBe(SHOP);
    renameSync(at('clone'), at('renamed'));
    expect(await projectIdentity(at('renamed'))).toBe(SHOP);
  });

  it('is the same by ssh and https, and in other letter case', async () => {
    expect(await projectIdentity(repository('ssh', 'git@github.com:ada/shop.git'))).toBe(SHOP);
    expect(await projectIdentity(repository('case', 'https://GitHub.com/Ada/SHOP'))).toBe(SHOP);
  });

  it('is the same in a worktree, also in one inside the repository', async () => {
    const main = repository('main');
    git(main, 'worktree', 'add', '-q', at('beside'));
    git(main, 'worktree', 'add', '-q', join(main, '.worktrees/inside'));
    expect(await projectIdentity(at('beside'))).toBe(SHOP);
    expect(await projectIdentity(join(main, '.worktrees/inside'))).toBe(SHOP);
  });

  it('is that of the submodule in a submodule', async () => {
    const library = repository('library', 'https://github.com/ada/library.git');
    const main = repository('main');
    git(main, 'submodule', '--quiet', 'add', library, 'vendor/library');
    git(join(main, 'vendor/library'), 'remote', 'set-url', 'origin', 'https://github.com/ada/library.git');
    expect(await projectIdentity(join(main, 'vendor/library'))).toBe('github.com/ada/library');
    expect(await projectIdentity(main)).toBe(SHOP);
  });

  it('is the one that was cloned where a fork has two remotes', async () => {
    const fork = repository('fork', 'git@github.com:grace/shop.git');
    git(fork, 'remote', 'add', 'upstream', HTTPS);
    git(fork, 'remote', 'add', 'another', 'https://example.com/x');
    expect(await projectIdentity(fork)).toBe('github.com/grace/shop');
  });

  it('has the folder below the repository, also in a sparse checkout', async () => {
    const main = repository('main');
    git(main, 'sparse-checkout', 'set', 'packages/api');
    mkdirSync(join(main, 'packages/api'), { recursive: true });
    expect(await projectIdentity(join(main, 'packages/api'))).toBe(`${SHOP}/packages/api`);
  });

  it('is the place of the repository without a remote, which its worktrees share', async () => {
    const main = repository('local', null);
    git(main, 'worktree', 'add', '-q', at('beside'));
    expect(await projectIdentity(main)).toBe(main);
    expect(await projectIdentity(at('beside'))).toBe(main);
    expect(await projectIdentity(join(main, 'packages/api'))).toBe(`${main}/packages/api`);
  });

  it('is the folder itself without git, past symbolic links', async () => {
    mkdirSync(at('notes'));
    symlinkSync(at('notes'), at('link'));
    expect(await projectIdentity(at('link'))).toBe(at('notes'));
    symlinkSync(repository('main'), at('linked'));
    expect(await projectIdentity(at('linked'))).toBe(SHOP);
  });

  it('is its place where git gives no answer in its time, which is told', async () => {
    const main = repository('main');
    execFileSync('mkfifo', [join(main, '.git/waiting')]);
    writeFileSync(join(main, '.git/config'), '[include]\n  path = waiting\n', { flag: 'a' });
    expect(await whereIn(main)).toMatchObject({ refusal: 'no answer within 1 s' });
    expect(await projectIdentity(main)).toBe(main);
  });

  it('is the remote, or its own place, in a bare repository', async () => {
    const main = repository('main');
    git(root, 'clone', '-q', '--bare', main, 'bare.git');
    git(at('bare.git'), 'remote', 'set-url', 'origin', HTTPS);
    expect(await projectIdentity(at('bare.git'))).toBe(SHOP);
    git(at('bare.git'), 'remote', 'remove', 'origin');
    expect(await projectIdentity(at('bare.git'))).toBe(at('bare'));
  });

  it('is never what a bare repository says of itself that comes with a checkout', async () => {
    const main = repository('main');
    git(
      main,
      'clone',
      '-q',
      '--bare',
      repository('other', 'https://example.com/other.git'),
      'examples/x.git',
    );
    git(join(main, 'examples/x.git'), 'remote', 'set-url', 'origin', 'https://github.com/ada/secret.git');
    expect(await projectIdentity(join(main, 'examples/x.git'))).toBe(join(main, 'examples/x.git'));
  });

  const isRoot = process.getuid?.() === 0;
  if (!isRoot) console.warn('SKIPPED: a repository of another user (only root can give a file away).');
  (isRoot ? it : it.skip)(
    'is its place where another user owns the repository, unless git was told to trust it',
    async () => {
      const main = repository('workspaces');
      for (const path of [main, join(main, '.git')]) chownSync(path, 12_345, 12_345);
      expect(await whereIn(main)).toMatchObject({ refusal: expect.stringContaining('dubious ownership') });
      expect(await projectIdentity(main)).toBe(main);
      writeFileSync(at('trusting'), `[safe]\n  directory = ${main}\n`);
      process.env['GIT_CONFIG_GLOBAL'] = at('trusting');
      expect(await projectIdentity(main)).toBe(SHOP);
    },
  );
});
