import { dirname, isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { realPath } from '../../files/real-path';
import type { Environment } from '../../program/environment';

/**
 * The folder that a call is about; null where nothing says it. What the client names comes first (of several roots the first one).
 * Else it is the folder in which the server was started. The home folder is no project, whoever names it: editors start the servers
 * of the user there, and some name it as a root where no folder is open. `CLAUDE_PROJECT_DIR` is set by Claude Code. Cursor's `WORKSPACE_FOLDER_PATHS` does not count: its windows share one
 * server, and the variable names the window that started it.
 */
export function folderAtHand(
  { cwd, home, variables }: Environment,
  roots: readonly string[] = [],
): string | null {
  const named = [...roots.flatMap(pathOf), cwd, variables['CLAUDE_PROJECT_DIR'] ?? ''];
  return named.find((folder) => isAbsolute(folder) && !holdsProjects(folder, home)) ?? null;
}

/** Another scheme than `file:` is of another machine. */
function pathOf(root: string): string[] {
  try {
    return [fileURLToPath(root)];
  } catch {
    return [];
  }
}

/** The home folder, what is above it, and the root of a drive. */
function holdsProjects(folder: string, home: string): boolean {
  const place = realPath(folder);
  const below = relative(place, realPath(home));
  return place === dirname(place) || !(below.startsWith('..') || isAbsolute(below));
}
