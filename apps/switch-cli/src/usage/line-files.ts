import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile, sweepLeftBehind } from '../files/credentials-file';
import { makeFolder } from '../files/safe-folder';
import { changeForeignFile, plannedForeign, realFile } from '../installer/foreign-file';
import { verified } from '../installer/verified';
import type { Environment } from '../program/environment';
import type { Target } from '../targets/target';
import { commandLiteral, hasStatusLine, STATUS_LINE, withoutStatusLine, withStatusLine } from './status-line';
import { tapScript, type Program } from './tap-script';
import { lineFolder, linesFolder } from './usage-places';

/** A settings file as it was before our script, and as it was written. */
interface Before {
  file: string;
  text: string | null;
  written: string;
  /** How the user's own command was written there; null without one. */
  literal: string | null;
}

/** Puts our script before the status line of a settings file. */
export async function addLine(
  environment: Environment,
  target: Target,
  program: Program,
  { dry_run }: { dry_run: boolean },
): Promise<{ file: string; isChanged: boolean; hasOwn: boolean }> {
  const path = settingsPath(target);
  const script = scriptOf(environment, realFile(path));
  const change = (text: string | null) =>
    verified(path, text ?? '', withStatusLine(text ?? '', script), STATUS_LINE);
  const { file, before, after } = plannedForeign({ path, change });
  const isChanged = after !== before;
  const literal = commandLiteral(before ?? '');
  if (dry_run) return { file, isChanged, hasOwn: literal !== null };
  makeFolder(lineFolder(environment, file));
  sweepLeftBehind(lineFolder(environment, file));
  // Also where the settings have it: this program may lie elsewhere now.
  replaceFile(script, tapScript(environment, target, program));
  await changeForeignFile({
    path,
    change,
    onWrite: (_, text, written) =>
      writeBefore(environment, { file, text, written: written ?? '', literal: commandLiteral(text ?? '') }),
  });
  return { file, isChanged, hasOwn: literal !== null };
}

/** Puts back what was there before: byte for byte, where nobody has changed the file since. */
export async function removeLine(
  environment: Environment,
  file: string,
  { dry_run }: { dry_run: boolean },
): Promise<{ isChanged: boolean }> {
  const script = scriptOf(environment, file);
  const known = readBefore(environment, file);
  const change = (text: string | null) => {
    if (text === null) return null;
    if (text === known?.written) return known.text;
    return verified(file, text, withoutStatusLine(text, script, known?.literal ?? null), STATUS_LINE);
  };
  const { before, after } = plannedForeign({ path: file, change });
  const isChanged = after !== before;
  if (dry_run) return { isChanged };
  await changeForeignFile({ path: file, change });
  rmSync(lineFolder(environment, file), { recursive: true, force: true });
  return { isChanged };
}

/** The settings files that hold our script, as far as it is remembered. */
export function filesWithLine(environment: Environment): string[] {
  const folder = linesFolder(environment);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.flatMap((name) => {
    const before = parsedBefore(join(folder, name, 'before.json'));
    return before === null ? [] : [before.file];
  });
}

/** Whether the settings of this target hold our script, and the script is there. */
export function isLineOn(environment: Environment, target: Target): boolean {
  const file = realFile(settingsPath(target));
  const script = scriptOf(environment, file);
  try {
    return existsSync(script) && hasStatusLine(readFileSync(file, 'utf8'), script);
  } catch {
    return false;
  }
}

/** The text of the script, to see which program it starts. */
export function scriptText(environment: Environment, target: Target): string {
  return readFileSync(scriptOf(environment, realFile(settingsPath(target))), 'utf8');
}

function settingsPath({ folder }: Target): string {
  return join(folder, 'settings.json');
}

function scriptOf(environment: Environment, file: string): string {
  return join(lineFolder(environment, file), 'tap.sh');
}

function writeBefore(environment: Environment, before: Before): void {
  const file = join(lineFolder(environment, before.file), 'before.json');
  // Its owner may write meanwhile, and then it is written twice: what was there is what the first one found.
  const known = parsedBefore(file);
  const isAgain = known !== null && before.text !== null && known.written === before.text;
  replaceFile(file, JSON.stringify(isAgain ? { ...known, written: before.written } : before));
}

function readBefore(environment: Environment, file: string): Before | null {
  return parsedBefore(join(lineFolder(environment, file), 'before.json'));
}

function parsedBefore(file: string): Before | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Before;
  } catch {
    return null;
  }
}
