export const GIT_TIMEOUT_MS = 1_000;

/** @returns null if it fails, or if there is no git */
export async function git(cwd: string, ...args: string[]): Promise<string | null> {
  const { text, hasFailed } = await gitAnswer(cwd, ...args);
  return hasFailed ? null : text;
}

/** What it says before it fails, too. */
export async function gitAnswer(
  cwd: string,
  ...args: string[]
): Promise<{ text: string; hasFailed: boolean }> {
  // Loaded here: most hooks ask git nothing.
  const { execFile } = await import('node:child_process');
  // A repository that another user owns, as in a container, may be read: nothing in it is run.
  const safe = ['-c', 'safe.directory=*', '-c', 'core.fsmonitor=false', ...args];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  return new Promise((done) => {
    const options = { cwd, env, timeout: GIT_TIMEOUT_MS, windowsHide: true };
    execFile('git', safe, options, (error, text) => done({ text, hasFailed: error !== null }));
  });
}
