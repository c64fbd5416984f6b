import type { FolderProjectDto } from '@groupless/shared-dto';
import { Failure } from '../../program/failure';
import type { Environment } from '../../program/environment';
import { identitiesOf, projectNamesFile } from './folder-identities';
import { jsonOf, KeyRefusal, MemoryRefusal, type MemoryApi } from '../server/memory-api';
import { readJson, writeJson } from '../store/json-file';

/** From a server's address and an identity to the name of the project there. */
type Names = Record<string, string>;

/** The chat in which the turns of all sessions of a project are. */
export function chatOf(identity: string): string {
  return `project:${identity}`;
}

/** What the project is called on the server, if that was asked before. */
export function rememberedName(environment: Environment, url: string, identity: string): string | null {
  return readJson<Names>(projectNamesFile(environment), {})[keyOf(url, identity)] ?? null;
}

/** The name of the project of a folder, or null; nothing is made. */
export async function findProject(
  environment: Environment,
  api: MemoryApi,
  identity: string,
): Promise<FolderProjectDto> {
  return askProject(environment, api, identity, true);
}

/** The name of the project of a folder, which is made where none is known. */
export async function ensureProject(
  environment: Environment,
  api: MemoryApi,
  identity: string,
): Promise<string> {
  return rememberedName(environment, api.url, identity) ?? (await renewProject(environment, api, identity));
}

/** The same, asked anew: the project gets what the folder is known by since. */
export async function renewProject(
  environment: Environment,
  api: MemoryApi,
  identity: string,
): Promise<string> {
  const { project } = await askProject(environment, api, identity, false);
  if (project === null) throw new Failure('unexpected_answer', 'The server names no project.');
  return remember(environment, api.url, identity, project);
}

/** The same for who reads. Null: none is known, and the key may not make one. */
export async function projectToRead(
  environment: Environment,
  api: MemoryApi,
  identity: string,
): Promise<string | null> {
  try {
    return await renewProject(environment, api, identity);
  } catch (failure) {
    if (failure instanceof KeyRefusal) return null;
    throw failure;
  }
}

async function askProject(
  environment: Environment,
  api: MemoryApi,
  identity: string,
  only_known: boolean,
): Promise<FolderProjectDto> {
  const body = JSON.stringify({ identities: identitiesOf(environment, identity), only_known });
  return jsonOf<FolderProjectDto>(
    await api.api('/memory/projects/of-folder', { method: 'POST', body }),
    'project',
    'also',
  );
}

/** Does what needs the name of a project on the server; once more if the remembered one is not its name any more. */
export async function withProject<T>(
  environment: Environment,
  api: MemoryApi,
  identity: string,
  work: (name: string) => Promise<T>,
): Promise<T> {
  const name = await ensureProject(environment, api, identity);
  try {
    return await work(name);
  } catch (failure) {
    if (!(failure instanceof MemoryRefusal) || failure.code !== 'project_not_found') throw failure;
    forgetProject(environment, api.url, identity, name);
    return work(await ensureProject(environment, api, identity));
  }
}

function remember(environment: Environment, url: string, identity: string, name: string): string {
  const file = projectNamesFile(environment);
  const names = readJson<Names>(file, {});
  if (names[keyOf(url, identity)] !== name) writeJson(file, { ...names, [keyOf(url, identity)]: name });
  return name;
}

/** A project that was renamed or removed on the server is looked for again, unless its new name is known by now. */
export function forgetProject(environment: Environment, url: string, identity: string, name: string): void {
  const { [keyOf(url, identity)]: known, ...names } = readJson<Names>(projectNamesFile(environment), {});
  if (known === name) writeJson(projectNamesFile(environment), names);
}

function keyOf(url: string, identity: string): string {
  return `${url} ${identity}`;
}
