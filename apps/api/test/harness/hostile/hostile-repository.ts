import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Way {
  /** Of the repository's configuration. */
  settings?: (program: string) => Record<string, string>;
  /** What makes git run it; none: this machine cannot try it, such as what needs a terminal or a newer git. */
  question?: readonly string[];
  input?: string;
}

const fetchBy = (name: string, url: string, settings: Way['settings'] = () => ({})): Way => ({
  settings: (program) => ({
    [`remote.${name}.url`]: url.replace('PROGRAM', program),
    [`remote.${name}.promisor`]: 'true',
    ...settings(program),
  }),
  question: ['fetch', name],
});
const by = (...keys: string[]): Way => ({
  settings: (program) => Object.fromEntries(keys.map((key) => [key, program])),
});
const asked = (way: Way, ...question: string[]): Way => ({ ...way, question });

/** The ways in which git's documentation says that it runs a program of a repository's choice. */
export const WAYS: Readonly<Record<string, Way>> = {
  fsmonitor: asked(by('core.fsmonitor'), 'status'),
  hooks: { question: ['commit', '--allow-empty', '-m', 'more'] },
  'hooks of the configuration': {
    settings: (program) => ({
      'hook.hostile.command': program,
      'hook.hostile.event': 'reference-transaction',
    }),
  },
  'upload-pack': fetchBy('file', '.', (program) => ({ 'remote.file.uploadpack': program })),
  ssh: fetchBy('ssh', 'ssh://127.0.0.1:1/x', (program) => ({ 'core.sshCommand': program })),
  proxy: fetchBy('git', 'git://127.0.0.1:1/x', (program) => ({ 'core.gitProxy': program })),
  'transport helper': fetchBy('ext', 'ext::PROGRAM', () => ({ 'protocol.ext.allow': 'always' })),
  gpg: {
    settings: (program) => ({ 'gpg.program': program, 'log.showSignature': 'true' }),
    question: ['log', '-1', 'HEAD', '--'],
  },
  'other signatures': by('gpg.ssh.program', 'gpg.x509.program', 'gpg.ssh.defaultKeyCommand'),
  'external diff': asked(by('diff.external'), 'diff', '--', ':/a.txt'),
  'diff of a kind of file': asked(by('diff.hostile.command'), 'diff', '--', ':/b.hostile'),
  textconv: asked(by('diff.hostile.textconv'), 'diff', '--no-ext-diff', '--', ':/b.hostile'),
  filter: asked(by('filter.hostile.clean', 'filter.hostile.smudge'), 'diff', '--', ':/b.hostile'),
  'filter that stays': asked(by('filter.staying.process'), 'diff', '--', ':/c.staying'),
  editor: asked(by('core.editor'), '-c', 'core.hooksPath=/dev/null', 'commit', '--amend', '--allow-empty'),
  'credential helper': {
    ...asked(by('credential.helper'), 'credential', 'fill'),
    input: 'protocol=https\nhost=localhost\n\n',
  },
  askpass: {
    ...asked(by('core.askPass'), 'credential', 'fill'),
    input: 'protocol=https\nhost=localhost\n\n',
  },
  alias: {
    settings: (program) =>
      Object.fromEntries(
        ['hostile', 'rev-parse', 'remote', 'rev-list', 'for-each-ref', 'log'].map((name) => [
          `alias.${name}`,
          `!${program}`,
        ]),
      ),
    question: ['hostile'],
  },
  trailer: {
    ...asked(by('trailer.hostile.cmd'), 'interpret-trailers', '--trailer', 'hostile=1'),
    input: 'subject\n',
  },
  archive: asked(by('tar.hostile.command'), 'archive', '--format=hostile', 'HEAD'),
  pager: by(
    'core.pager',
    ...['rev-parse', 'remote', 'rev-list', 'for-each-ref', 'log'].map((name) => `pager.${name}`),
  ),
  'other programs': by(
    ...['sequence.editor', 'interactive.diffFilter', 'core.alternateRefsCommand', 'merge.hostile.driver'],
    ...['uploadpack.packObjectsHook', 'gc.recentObjectsHook', 'browser.hostile.cmd', 'man.hostile.cmd'],
    ...['difftool.hostile.cmd', 'mergetool.hostile.cmd', 'guitool.hostile.cmd', 'sendemail.sendmailCmd'],
    ...['remote.file.receivepack', 'submodule.hostile.update', 'instaweb.httpd', 'imap.tunnel'],
  ),
};

const HOOKS = [
  ...['pre-commit', 'post-checkout', 'post-index-change', 'reference-transaction', 'pre-auto-gc'],
  ...['fsmonitor-watchman', 'post-merge', 'post-rewrite', 'prepare-commit-msg'],
];

/** A repository whose configuration names a program for everything for which git takes one. */
export class HostileRepository {
  /** Without a space: most of the settings are lines for a shell. */
  private readonly programs = mkdtempSync('/tmp/hostile-');
  private readonly ran_folder = join(this.programs, 'ran');
  private readonly git_folder: string;
  readonly first: string;
  readonly last: string;

  constructor(readonly folder: string) {
    this.git_folder = join(folder, '.git');
    mkdirSync(folder, { recursive: true });
    mkdirSync(this.ran_folder);
    this.plainly('init', '-q');
    this.checkOut('main');
    for (const name of ['a.txt', 'b.hostile', 'c.staying']) writeFileSync(join(folder, name), 'before\n');
    const attributes = '*.hostile diff=hostile filter=hostile\n*.staying filter=staying\n';
    writeFileSync(join(folder, '.gitattributes'), attributes);
    this.plainly('add', '-A');
    this.first = this.commit();
    this.commit();
    this.last = this.commit();
    for (const name of ['a.txt', 'b.hostile', 'c.staying']) writeFileSync(join(folder, name), 'afterwards\n');
  }

  /** One more commit, with a signature. */
  commit(): string {
    const head = spawnSync('git', ['rev-parse', 'HEAD'], this.options()).stdout.toString().trim();
    const tree = this.plainly('write-tree');
    const text = [
      `tree ${tree}`,
      ...(/^[0-9a-f]{40}$/.test(head) ? [`parent ${head}`] : []),
      ...['author', 'committer'].map((who) => `${who} Eve <eve@example.com> 1700000000 +0000`),
      'gpgsig -----BEGIN PGP SIGNATURE-----',
      ' ',
      ' aGVsbG8=',
      ' -----END PGP SIGNATURE-----',
      '',
      'A commit',
      '',
    ].join('\n');
    const id = this.plainly('hash-object', '-t', 'commit', '-w', '--stdin', { input: text });
    this.plainly('update-ref', 'HEAD', id);
    return id;
  }

  /** Puts the hostile settings into a repository: this one, or a copy of its data in another place. */
  arm(git_folder = this.git_folder, more: Record<string, string> = {}): void {
    const hooks = join(git_folder, 'hooks');
    mkdirSync(hooks, { recursive: true });
    const settings: Record<string, string> = { 'core.repositoryFormatVersion': '1', ...more };
    for (const [name, way] of Object.entries(WAYS)) {
      const program = join(this.programs, name.replaceAll(' ', '-'));
      const script = `#!/bin/sh\n: > '${join(this.ran_folder, name)}'\nexit 1\n`;
      writeFileSync(program, script, { mode: 0o755 });
      Object.assign(settings, way.settings?.(program));
      if (name === 'hooks')
        for (const hook of HOOKS) writeFileSync(join(hooks, hook), script, { mode: 0o755 });
    }
    for (const [key, value] of Object.entries(settings))
      execFileSync('git', ['config', '--file', join(git_folder, 'config'), key, value], this.options());
  }

  /** Its second commit is missing, and has to be fetched. */
  loseCommit(): void {
    const lost = this.plainly('rev-parse', 'HEAD~1');
    rmSync(join(this.git_folder, 'objects', lost.slice(0, 2), lost.slice(2)));
    execFileSync('git', ['config', 'extensions.partialClone', 'file'], this.options());
  }

  /** A copy of its data as a folder of files, which git takes for a bare repository. */
  embed(folder: string): void {
    cpSync(this.git_folder, folder, { recursive: true });
    this.arm(folder, { 'core.bare': 'false', 'core.worktree': '.' });
  }

  setRef(name: string, id: string): void {
    const path = join(this.git_folder, 'refs/heads', name);
    if (id === '') rmSync(path);
    else writeFileSync(path, `${id}\n`);
  }

  checkOut(branch: string): void {
    writeFileSync(join(this.git_folder, 'HEAD'), `ref: refs/heads/${branch}\n`);
  }

  giveTo(uid: number): void {
    chownSync(this.folder, uid, uid);
    execFileSync('chown', ['-R', `${uid}:${uid}`, this.git_folder]);
  }

  /** Asks git as anybody does who trusts the repository. */
  ask(folder: string, { question = [], input = '' }: Way): void {
    const trusting = ['-c', 'safe.directory=*', '-c', 'user.name=Eve', '-c', 'user.email=eve@example.com'];
    spawnSync('git', [...trusting, ...question], { ...this.options(), cwd: folder, input });
  }

  /** What has run since the last time. */
  ran(): string[] {
    const names = readdirSync(this.ran_folder).sort();
    for (const name of names) rmSync(join(this.ran_folder, name));
    return names;
  }

  remove(): void {
    rmSync(this.programs, { recursive: true });
  }

  /** Before the settings are there. */
  private plainly(...words: (string | { input: string })[]): string {
    const args = words.filter((word) => typeof word === 'string');
    const given = words.find((word) => typeof word !== 'string');
    return execFileSync('git', args, { ...this.options(), ...given })
      .toString()
      .trim();
  }

  private options() {
    const env = { PATH: process.env['PATH'], HOME: this.programs, GIT_TERMINAL_PROMPT: '0' };
    return { cwd: this.folder, env, stdio: 'pipe' as const };
  }
}
