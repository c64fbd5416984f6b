import { execFile } from 'node:child_process';

export const GIT_TIMEOUT_MS = 1_000;

/** @returns null if it fails, or if there is no git */
export function git(cwd: string, ...args: string[]): Promise<string | null> {
  // A repository that another user owns, as in a container, may be read: nothing in it is run.
  const safe = ['-c', 'safe.directory=*', '-c', 'core.fsmonitor=false', ...args];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  return new Promise((done) => {
    const options = { cwd, env, timeout: GIT_TIMEOUT_MS, windowsHide: true };
    execFile('git', safe, options, (error, stdout) => done(error === null ? stdout : null));
  });
}
