import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { stateHome } from '../files/places';
import type { Environment } from '../program/environment';

/** What is kept of usage: no secret, but it tells in which folders somebody works, so it is 0700. */
export function usageFolder(environment: Environment): string {
  return join(stateHome(environment), 'usage');
}

/** What status lines were given, until it is reported. */
export function inboxFolder(environment: Environment): string {
  return join(usageFolder(environment), 'inbox');
}

/** Its time of change says from when on the next report is due. */
export function dueFile(environment: Environment): string {
  return join(usageFolder(environment), 'next');
}

/** The folders of the settings files that hold our status line. */
export function linesFolder(environment: Environment): string {
  return join(usageFolder(environment), 'lines');
}

/** @param settings the path of the settings file, with links followed */
export function lineFolder(environment: Environment, settings: string): string {
  return join(linesFolder(environment), createHash('sha256').update(settings).digest('hex').slice(0, 12));
}
