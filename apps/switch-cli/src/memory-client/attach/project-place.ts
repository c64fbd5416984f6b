import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, relative, sep } from 'node:path';
import { isOwnUser } from '../../files/files-above';
import { shownPath } from '../../files/places';
import { realPath } from '../../files/real-path';
import { fileFailure } from '../../files/safe-folder';
import type { Environment } from '../../program/environment';
import { Failure } from '../../program/failure';
import { plain } from '../../program/plain-text';

const MOST_LINKS = 40;

/** Links come with a clone, and with a folder that others write to: none of them chooses where the user's rights are used. */
export function refuseOutside(environment: Environment, path: string): void {
  const folder = realPath(environment.cwd);
  const { file, links } = followed(folder, relative(environment.cwd, path));
  const way = relative(folder, file);
  const isOutside = way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
  const foreign = links.find(({ owner }) => !isOwnUser(owner));
  const shown = (place: string) => plain(shownPath(place, environment));
  const over = foreign === undefined ? null : `over a link of another user (${shown(foreign.path)})`;
  const why = isOutside ? 'out of this folder' : over;
  if (why === null) return;
  throw new Failure(
    'unsafe_file',
    `${shown(path)} leads ${why}, to ${shown(file)}, so it was left alone. Nothing was written.`,
    ['Put a file or folder of your own in place of the link, and run this again.'],
  );
}

/** Where a path leads, also to what is not there yet, with every link on the way. */
function followed(folder: string, path: string) {
  const links: { path: string; owner: number }[] = [];
  const names = path.split(sep);
  let file = folder;
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const place = name === '..' ? dirname(file) : join(file, name);
    const found = statOf(place);
    if (found?.isSymbolicLink() !== true) {
      file = place;
      continue;
    }
    links.push({ path: place, owner: found.uid });
    if (links.length > MOST_LINKS) throw new Failure('unsafe_file', `${plain(place)} is a link to itself.`);
    const target = readlinkSync(place);
    const { root } = parse(target);
    if (isAbsolute(target)) file = root;
    names.unshift(...target.slice(root.length).split(sep));
  }
  return { file, links };
}

function statOf(place: string) {
  try {
    return lstatSync(place, { throwIfNoEntry: false });
  } catch (error) {
    throw fileFailure(plain(place), 'read', error);
  }
}
