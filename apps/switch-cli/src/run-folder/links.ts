import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileFailure } from '../files/safe-folder';
import type { Environment } from '../program/environment';

/** How the name of what was in the way of a link ends. */
export const MOVED_ASIDE = '.before-run';

/** Lets `own/name` be `from/name`, by a link; by a copy where the system has no links for files. */
export function linkInto(
  own: string,
  from: string,
  name: string,
  { platform }: Pick<Environment, 'platform'>,
): string[] {
  const [path, target] = [join(own, name), join(from, name)];
  try {
    const present = lstatSync(path, { throwIfNoEntry: false });
    if (!existsSync(target)) {
      if (present?.isSymbolicLink()) rmSync(path);
      return [];
    }
    const real = realpathSync(target);
    if (present?.isSymbolicLink() && readlinkSync(path) === real) return [];
    const notes = present === undefined ? [] : aside(path, present.isSymbolicLink());
    const isFolder = statSync(real).isDirectory();
    if (platform !== 'win32') symlinkSync(real, path);
    else if (isFolder) symlinkSync(real, path, 'junction');
    else cpSync(real, path);
    return notes;
  } catch (error) {
    throw fileFailure(path, 'linked', error);
  }
}

/** What a session wrote there itself is kept beside the link. */
function aside(path: string, isLink: boolean): string[] {
  if (isLink) {
    rmSync(path);
    return [];
  }
  let kept = `${path}${MOVED_ASIDE}`;
  for (let count = 2; existsSync(kept); count++) kept = `${path}${MOVED_ASIDE}-${count}`;
  renameSync(path, kept);
  return [`${path} was replaced by your own; it is kept as ${kept}.`];
}

/** Moves what lies in a folder to the user's, file by file; what is there already stays where it is. */
export function moveInto(own: string, user: string): void {
  const present = lstatSync(own, { throwIfNoEntry: false });
  if (present === undefined || present.isSymbolicLink() || !present.isDirectory()) return;
  try {
    moveEach(own, user);
  } catch (error) {
    throw fileFailure(own, 'moved', error);
  }
}

function moveEach(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    if (!existsSync(target)) renameSync(source, target);
    else if (statSync(source).isDirectory() && statSync(target).isDirectory()) moveEach(source, target);
  }
  if (readdirSync(from).length === 0) rmdirSync(from);
}
