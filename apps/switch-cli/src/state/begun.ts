import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile, sweepLeftBehind } from '../files/credentials-file';
import { isAlive } from '../files/process-alive';
import { processPlace } from '../files/process-place';
import type { Environment } from '../program/environment';
import { Failure } from '../program/failure';
import { uninterrupted } from '../program/signals';

/** By these the tools' folders are found. None of them holds a secret. */
const FOLDERS =
  /^(XDG_[A-Z]+_HOME|APPDATA|CLAUDE_CONFIG_DIR|CODEX_HOME|OPENCODE_CONFIG|ASSISTANT_SWITCH_HOME)$/;

/** What a command that writes several files is about, and where it was given. */
interface Begun {
  words: string[];
  cwd: string;
  variables: Record<string, string | undefined>;
}

/**
 * Notes what a command is about to write into several files: a signal that can be caught waits for its end, and what was killed
 * is done once more by the next command, or by the next start of the assistant. What fails is told, and is not noted any more.
 * @param folder of the notes
 * @param words by which `doLeft()` knows what to do; it has to be one that can be done twice
 */
export function begun<T>(
  folder: string,
  { cwd, variables }: Environment,
  words: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const note = join(folder, `${process.pid}.${processPlace()}.${randomBytes(8).toString('hex')}.json`);
  const chosen = Object.entries(variables).filter(([name]) => FOLDERS.test(name));
  const content: Begun = { words: [...words], cwd, variables: Object.fromEntries(chosen) };
  return uninterrupted(async () => {
    replaceFile(note, JSON.stringify(content));
    try {
      return await work();
    } finally {
      rmSync(note, { force: true });
    }
  });
}

/** Does once more what was killed. What fails is left to the person who gives the command again. */
export async function doLeft(
  folder: string,
  environment: Environment,
  again: (words: readonly string[], there: Environment) => Promise<unknown>,
): Promise<void> {
  for (const name of namesIn(folder)) {
    const [pid = '', place = ''] = name.split('.');
    // A process number says nothing about another machine's process.
    if (place !== processPlace() || isAlive(Number(pid))) continue;
    const note = join(folder, name);
    try {
      const { words, cwd, variables } = JSON.parse(readFileSync(note, 'utf8')) as Begun;
      const present = Object.entries(environment.variables).filter(([variable]) => !FOLDERS.test(variable));
      await again(words, {
        ...environment,
        cwd,
        variables: { ...Object.fromEntries(present), ...variables },
      });
    } catch (error) {
      if (!(error instanceof Failure || error instanceof SyntaxError || 'code' in (error as object)))
        throw error;
    }
    rmSync(note, { force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder);
    if (names.length > 0) sweepLeftBehind(folder);
    return names.filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}
