import { spawnSync } from 'node:child_process';

const IS_INSTALLED = spawnSync('promtool', ['--version']).status === 0;

/** `it` for what promtool judges; marked as skipped where it is not installed (Debian's package `prometheus`). */
export function itWithPromtool(...test: Parameters<typeof it>): void {
  if (!IS_INSTALLED) console.warn('SKIPPED: what promtool says (it is not installed here).');
  (IS_INSTALLED ? it : it.skip)(...test);
}

/** What promtool prints where something is wrong; empty where nothing is. */
export function faultsOf(words: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync('promtool', words, { input, encoding: 'utf8' });
  return status === 0 && stderr === '' ? '' : `${stdout}${stderr}` || `status ${status}`;
}
