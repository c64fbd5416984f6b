import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { usageFailure } from './failure';

/** The user's home. An empty or relative HOME would put credentials below the folder that happens to be the present one. */
export function homeFolder(): string {
  const home = homedir();
  if (isAbsolute(home)) return home;
  const shown = home === '' ? 'empty' : `"${home}", which is no absolute path`;
  throw usageFailure(
    `HOME is ${shown}, so there is no place for files. Nothing was changed.`,
    'Set it: HOME=/home/you',
  );
}
