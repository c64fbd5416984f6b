import { createHash } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import type { Environment } from '../program/environment';
import type { Target } from '../targets/target';

/** The file with the panel's address and the key. */
export function configFile(environment: Environment): string {
  return join(ownFolder(environment, 'XDG_CONFIG_HOME', '.config'), 'config.json');
}

/** What is remembered of a target: the last write, and the versions before it. */
export function stateFolder(environment: Environment, target: Target): string {
  const own = createHash('sha256').update(target.main_file).digest('hex').slice(0, 12);
  return join(targetFolders(environment), `${target.kind}-${own}`);
}

export function targetFolders(environment: Environment): string {
  return join(stateHome(environment), 'targets');
}

/** The folder of what is remembered: the targets, and the machine as a whole. */
export function stateHome(environment: Environment): string {
  return ownFolder(environment, 'XDG_STATE_HOME', '.local/state');
}

/** The configuration folders of `run`, one an account. */
export function runFolders(environment: Environment): string {
  return join(stateHome(environment), 'run');
}

function ownFolder({ variables, home }: Environment, base: string, otherwise: string): string {
  const own = variables['ASSISTANT_SWITCH_HOME'];
  if (own !== undefined && isAbsolute(own)) return own;
  return xdgFolder({ variables, home }, base, otherwise, 'assistant-switch');
}

/** The folder of a program below `$XDG_…_HOME`, or below its default in the home. */
export function xdgFolder(
  { variables, home }: Pick<Environment, 'variables' | 'home'>,
  base: string,
  otherwise: string,
  program: string,
): string {
  const chosen = variables[base];
  // The XDG rules say to take no notice of a relative path.
  const folder = chosen !== undefined && isAbsolute(chosen) ? chosen : join(home, otherwise);
  return join(folder, program);
}

/** A path with `~` in place of the home folder. */
export function shownPath(path: string, { home }: Environment): string {
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
