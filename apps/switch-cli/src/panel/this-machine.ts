import { createHash, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { replaceFile, temporaryName } from '../files/credentials-file';
import { stateHome } from '../files/places';
import { makeFolder } from '../files/safe-folder';
import type { Environment } from '../program/environment';
import { Failure } from '../program/failure';

const LONGEST = 100;

type Variables = Readonly<Record<string, string | undefined>>;

/** How this machine is called in the panel: its host name, unless ASSISTANT_SWITCH_MACHINE says otherwise. */
export function machineName(variables: Variables): string {
  const name = nameOf(variables)
    .toWellFormed()
    .normalize()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, '-')
    .trim();
  return [...name].slice(0, LONGEST).join('').trim() || 'unnamed';
}

/** The same in ASCII, as the identities of places have had it from the beginning: another one would be another place. */
export function machineOfPlaces(variables: Variables): string {
  const ascii = nameOf(variables)
    .replace(/[^\x20-\x7e]+/g, '-')
    .trim();
  return ascii.slice(0, LONGEST) || 'unnamed';
}

/** How a request says on which machine it was made. Two machines may have one name, and one may get another. */
export function machineHeaders(environment: Environment): Record<string, string> {
  const id = machineId(environment);
  return {
    'x-machine-name': headerOf(machineName(environment.variables)),
    ...(id === null ? {} : { 'x-machine-id': id }),
  };
}

/** Whether a panel may call this machine so: also as an earlier version sent its name, or as an older panel stores the header. */
export function isOwnName(label: string, variables: Variables): boolean {
  const name = machineName(variables);
  return [name, machineOfPlaces(variables), headerOf(name)].includes(label);
}

/** A header carries ASCII only. */
function headerOf(name: string): string {
  return name.replace(/[^\x20-\x24\x26-\x7e]+/g, encodeURIComponent);
}

/** Gives this machine its random id, which the log-in does, or else the first command that writes. */
export function makeMachineId(environment: Environment): void {
  const before = stored(environment);
  if (before?.made_at !== undefined) return;
  const file = fileOf(environment);
  const made = join(dirname(file), temporaryName(basename(file)));
  try {
    makeFolder(dirname(file));
    replaceFile(made, `${before?.id ?? randomUUID()}\n${placeOf(file)}\n`);
    placeNew(made, file);
    // What is there is broken, or of a version that did not say where it was made.
    if (stored(environment)?.made_at === undefined) replaceFile(file, readFileSync(made));
    rmSync(made, { force: true });
  } catch (failure) {
    // Then the name alone tells, and what has to be written here says why it cannot be.
    if (!(failure instanceof Failure)) throw failure;
  }
}

/** Of two commands that begin at once one does: a link is never put in the place of a file. */
function placeNew(made: string, file: string): void {
  try {
    linkSync(made, file);
  } catch {
    // It is there, or the file system has no hard links.
  }
}

/** So that the next log-in makes another one, as a copied home folder needs it. */
export function forgetMachineId(environment: Environment): void {
  const file = fileOf(environment);
  rmSync(file, { force: true });
  // The folder goes with the last file in it.
  if (existsSync(dirname(file)) && readdirSync(dirname(file)).length === 0) rmdirSync(dirname(file));
}

/**
 * Null: it has none, as nothing can be written here. In a copied home folder, or on an installation of its own, the same file
 * gives another id.
 */
export function machineId(environment: Environment): string | null {
  const file = stored(environment);
  if (file === null) return null;
  return isCopied(environment) ? hashOf(`${file.id} ${placeOf(fileOf(environment))}`) : file.id;
}

/** Whether what is remembered here was made in another place. */
export function isCopied(environment: Environment): boolean {
  const made_at = stored(environment)?.made_at;
  return made_at !== undefined && made_at !== placeOf(fileOf(environment));
}

function stored(environment: Environment): { id: string; made_at?: string | undefined } | null {
  try {
    const text = readFileSync(fileOf(environment), 'utf8').trim();
    const [, id, made_at] = /^([\w-]{16,100})(?:\n([0-9a-f]+))?$/.exec(text) ?? [];
    return id === undefined ? null : { id, made_at };
  } catch {
    return null;
  }
}

/** What a copy of a file has of its own: where it lies, and below which installed system. */
function placeOf(file: string): string {
  return hashOf(`${realpathSync(dirname(file))} ${installation()}`);
}

/** Only Linux tells it in a file. */
function installation(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim();
  } catch {
    return '';
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 36);
}

function fileOf(environment: Environment): string {
  return join(stateHome(environment), 'machine-id');
}

function nameOf(variables: Variables): string {
  return variables['ASSISTANT_SWITCH_MACHINE'] || hostname();
}
