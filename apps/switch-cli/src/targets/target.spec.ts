import type { Environment } from '../program/environment';
import { targetOf } from './target';

const environment: Environment = { variables: {}, home: '/home/ada', cwd: '/place', platform: 'linux' };

function withVariables(variables: Record<string, string>): Environment {
  return { ...environment, variables };
}

describe('a target', () => {
  it('is Claude Code in the home, with its files and its locks', () => {
    expect(targetOf('claude-code', environment)).toMatchObject({
      main_file: '/home/ada/.claude/.credentials.json',
      identity: { file: '/home/ada/.claude.json', lock: { path: '/home/ada/.claude.json.lock' } },
      locks: [{ path: '/home/ada/.claude/.oauth_refresh.lock' }, { path: '/home/ada/.claude.lock' }],
    });
  });

  it('is wherever CLAUDE_CONFIG_DIR and CODEX_HOME say', () => {
    expect(targetOf('claude-code', withVariables({ CLAUDE_CONFIG_DIR: '/etc/c' }))).toMatchObject({
      main_file: '/etc/c/.credentials.json',
      identity: { file: '/etc/c/.claude.json' },
      locks: [{ path: '/etc/c/.oauth_refresh.lock' }, { path: '/etc/c.lock' }],
    });
    expect(targetOf('codex', environment).main_file).toBe('/home/ada/.codex/auth.json');
    expect(targetOf('codex', withVariables({ CODEX_HOME: 'c' })).main_file).toBe('/place/c/auth.json');
  });

  it('is any other path, from the current folder or the home', () => {
    expect(targetOf('a/b.json', environment).main_file).toBe('/place/a/b.json');
    expect(targetOf('./b', environment).main_file).toBe('/place/b');
    expect(targetOf('~/b', environment).main_file).toBe('/home/ada/b');
  });

  it('is no word that could be a slip, and no folder', () => {
    for (const wanted of ['', 'claude', 'Codex', 'a/', 'a\0/b']) {
      expect(() => targetOf(wanted, environment)).toThrow(expect.objectContaining({ exit_code: 2 }));
    }
  });
});
