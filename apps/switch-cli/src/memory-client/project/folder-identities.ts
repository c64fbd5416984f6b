import { statSync } from 'node:fs';
import { machineOfPlace, remoteIdentity } from '@groupless/shared-dto';
import { realPath } from '../../files/real-path';
import { machineId, machineOfPlaces, makeMachineId } from '../../panel/this-machine';
import type { Environment } from '../../program/environment';
import { memoryState } from '../places';
import { readJson, writeJson, writeJsonIfPossible } from '../store/json-file';
import { firstCommit } from './first-commit';
import { withFolder } from './folder-below';
import { placeIdentity, whereIn, type Where } from './project-identity';

/** From the identity of a project to all that its folder is known by. */
type Folders = Record<string, string[]>;

/** So many are sent. */
const MOST = 20;
/** So many folders are remembered. */
const MOST_PLACES = 200;

/**
 * The project of a folder: the first of its identities. All of them are remembered, so that the project is found again when a remote
 * is added or moved, or the folder gets another name.
 */
export async function folderProject(environment: Environment, folder: string): Promise<string> {
  return projectAt(environment, await whereIn(folder));
}

/** The same, of a folder that git was asked about. */
export async function projectAt(environment: Environment, where: Where): Promise<string> {
  const identities = await identitiesAt(environment, where);
  const [identity = ''] = identities;
  const file = fileOf(environment);
  const folders = readJson<Folders>(file, {});
  if (folders[identity]?.join('\n') !== identities.join('\n')) {
    writeJson(file, { ...folders, [identity]: identities });
    forgetNames(environment, identity);
  }
  rememberPlace(environment, where.place, identity);
  return identity;
}

/** The project that a folder had the last time. By now it may have another one. */
export function projectBefore(environment: Environment, folder: string): string | null {
  return readJson<Record<string, string>>(placesFile(environment), {})[realPath(folder)] ?? null;
}

function rememberPlace(environment: Environment, place: string, identity: string): void {
  const { [place]: before, ...others } = readJson<Record<string, string>>(placesFile(environment), {});
  if (before === identity) return;
  const kept = Object.entries(others).slice(1 - MOST_PLACES);
  writeJsonIfPossible(placesFile(environment), Object.fromEntries([...kept, [place, identity]]));
}

/** The servers are asked anew: they learn what the folder is known by since. */
function forgetNames(environment: Environment, identity: string): void {
  const names = readJson<Record<string, string>>(projectNamesFile(environment), {});
  const kept = Object.entries(names).filter(([key]) => !key.endsWith(` ${identity}`));
  if (kept.length < Object.keys(names).length)
    writeJson(projectNamesFile(environment), Object.fromEntries(kept));
}

/** From a server's address and an identity to the name of the project there. */
export function projectNamesFile(environment: Environment): string {
  return memoryState(environment, 'projects.json');
}

/** All that the folder of a project is known by, the surest first. */
export function identitiesOf(environment: Environment, identity: string): string[] {
  return readJson<Folders>(fileOf(environment), {})[identity] ?? [identity];
}

async function identitiesAt(environment: Environment, where: Where): Promise<string[]> {
  makeMachineId(environment);
  const name = machineOfPlaces(environment.variables).replace(/[/:]/g, '-');
  const machine = machineOfPlace(name, machineId(environment));
  const place = placeIdentity(where);
  const commit = await firstCommit(environment, where);
  const identities = [
    ...where.remotes.map((remote) => withFolder(remoteIdentity(remote), where.prefix)),
    withFolder(`${machine}:${place}`, where.prefix),
    ...(commit === null ? [] : [withFolder(`commit:${commit}`, where.prefix)]),
    ...(where.common === null ? numbersOf(environment, where.place, machine) : []),
    // As servers of before, and this one once, know a place.
    withFolder(`${name}:${place}`, where.prefix),
    // As clients of before called a folder without a remote.
    withFolder(place, where.prefix),
  ];
  return [...new Set(identities)].slice(0, MOST);
}

/** A folder without git keeps its number where it gets another name, or its machine does. */
function numbersOf(environment: Environment, place: string, machine: string): string[] {
  try {
    const { dev, ino, birthtimeMs } = statSync(place);
    if (ino === 0) return [];
    const number = `:/.folder/${dev}-${ino}-${Math.floor(birthtimeMs)}`;
    const before = Object.values(readJson<Folders>(fileOf(environment), {})).flat();
    return [`${machine}${number}`, ...before.filter((one) => one.endsWith(number))];
  } catch {
    return [];
  }
}

function placesFile(environment: Environment): string {
  return memoryState(environment, 'places.json');
}

function fileOf(environment: Environment): string {
  return memoryState(environment, 'folders.json');
}
