import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { onPath, pathFolders } from '../../files/on-path';

/** Found by its whole path: Windows looks for it in the folder itself first. */
const NAME = process.platform === 'win32' ? 'git.exe' : 'git';

export const GIT_TIMEOUT_MS = 1_000;
const NO_TIME = `no answer within ${GIT_TIMEOUT_MS / 1_000} s`;

/**
 * What git is asked. None of these looks at the files of a checkout, shows what changed or who signed it, or writes: so none of them
 * takes filters, differs, signatures, editors, pagers or hooks from the configuration of a repository.
 */
type Question = 'rev-parse' | 'remote' | 'rev-list' | 'for-each-ref';

export interface GitAnswer {
  /** What it says before it fails, too. */
  text: string;
  /** What it says where it fails, or that there was no time; nothing where there is no git; null: it does not fail. */
  complaint: string | null;
}

/** @returns null if it fails, or if there is no git */
export async function git(cwd: string, question: Question, ...args: string[]): Promise<string | null> {
  const { text, complaint } = await gitAnswer(cwd, question, ...args);
  return complaint === null ? text : null;
}

/**
 * The one place where git is started, in folders that anybody may have written. It answers where it would answer the user, so that
 * `safe.directory` decides on a repository that another user owns; and nothing that a repository names is run.
 */
export async function gitAnswer(cwd: string, question: Question, ...args: string[]): Promise<GitAnswer> {
  const folders = pathFolders(process.env['PATH']);
  const program = onPath(folders, NAME);
  if (program === null) return { text: '', complaint: '' };
  // Loaded here: most hooks ask git nothing.
  const { execFile } = await import('node:child_process');
  const settings = ['core.fsmonitor=false', 'core.hooksPath=/dev/null'];
  if (isInCheckout(cwd)) settings.push('safe.bareRepository=explicit');
  const words = [...settings.flatMap((setting) => ['-c', setting]), question, ...args];
  const env = { ...callersEnvironment(), PATH: folders.join(delimiter), ...GUARDS };
  return new Promise((done) => {
    const options = { cwd, env, timeout: GIT_TIMEOUT_MS, windowsHide: true };
    execFile(program, words, options, (error, text, complaint) =>
      done({ text, complaint: error === null ? null : error.killed ? NO_TIME : complaint }),
    );
  });
}

const GUARDS = {
  // A missing object is not fetched, by which a repository can name any program. Git before 2.39.4 knows the second one alone,
  // which no setting of a repository outweighs: no protocol has this name.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  // What it complains of is read.
  LC_ALL: 'C',
};

/** Without what tells git of another repository than that of the folder; the configuration is the user's. */
function callersEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('GIT_') || name.startsWith('GIT_CONFIG'),
  );
  return Object.fromEntries(entries.filter(([name]) => name.toUpperCase() !== 'PATH'));
}

/**
 * A folder of a checkout can have the files of a bare repository, which come with a clone: git would take it for a repository of its
 * own, with a configuration that others wrote.
 */
function isInCheckout(folder: string): boolean {
  for (let place = folder; ; place = dirname(place)) {
    if (existsSync(join(place, '.git'))) return true;
    if (place === dirname(place)) return false;
  }
}
