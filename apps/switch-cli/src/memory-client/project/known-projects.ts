import { projectNames, type PageDto, type ProjectDto } from '@groupless/shared-dto';
import type { Environment } from '../../program/environment';
import { memoryState } from '../places';
import { jsonOf, MemoryRefusal, type MemoryApi } from '../server/memory-api';
import { readJson, writeJson } from '../store/json-file';

/** From a server's address and an identity to the name of the project there. */
type Names = Record<string, string>;

/** The chat in which the turns of all sessions of a project are. */
export function chatOf(identity: string): string {
  return `project:${identity}`;
}

/** What the project is called on the server, if that was asked before. */
export function rememberedName(environment: Environment, url: string, identity: string): string | null {
  return readJson<Names>(fileOf(environment), {})[keyOf(url, identity)] ?? null;
}

/** The name of the project that has this identity as its `url`, or null. */
export async function findProject(
  environment: Environment,
  api: MemoryApi,
  identity: string,
): Promise<string | null> {
  const remembered = rememberedName(environment, api.url, identity);
  if (remembered !== null) return remembered;
  let cursor: string | null = null;
  do {
    const query = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const reply = await api.api(`/memory/projects?limit=200${query}`);
    const page: PageDto<ProjectDto> = jsonOf(reply, 'items', 'next_cursor');
    const found = page.items.find(({ url }) => url === identity);
    if (found !== undefined) return remember(environment, api.url, identity, found.name);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return null;
}

/** Finds or creates the project. It is named by the last part of its identity, with more parts if that name is taken. */
export async function ensureProject(
  environment: Environment,
  api: MemoryApi,
  identity: string,
): Promise<string> {
  const found = await findProject(environment, api, identity);
  if (found !== null) return found;
  for (const name of projectNames(identity)) {
    try {
      const body = JSON.stringify({ name, url: identity });
      const made = jsonOf<ProjectDto>(await api.api('/memory/projects', { method: 'POST', body }), 'name');
      return remember(environment, api.url, identity, made.name);
    } catch (failure) {
      if (!(failure instanceof MemoryRefusal) || failure.code !== 'name_taken') throw failure;
      // Another machine may have made it meanwhile.
      const made = await findProject(environment, api, identity);
      if (made !== null) return made;
    }
  }
  return identity;
}

/** Does what needs the name of a project on the server; once more if the remembered one is not its name any more. */
export async function withProject<T>(
  environment: Environment,
  api: MemoryApi,
  identity: string,
  work: (name: string) => Promise<T>,
): Promise<T> {
  try {
    return await work(await ensureProject(environment, api, identity));
  } catch (failure) {
    if (!(failure instanceof MemoryRefusal) || failure.code !== 'project_not_found') throw failure;
    forgetProject(environment, api.url, identity);
    return work(await ensureProject(environment, api, identity));
  }
}

function remember(environment: Environment, url: string, identity: string, name: string): string {
  const file = fileOf(environment);
  const names = readJson<Names>(file, {});
  if (names[keyOf(url, identity)] !== name) writeJson(file, { ...names, [keyOf(url, identity)]: name });
  return name;
}

/** A project that was renamed or removed on the server is looked for again. */
export function forgetProject(environment: Environment, url: string, identity: string): void {
  const { [keyOf(url, identity)]: _, ...names } = readJson<Names>(fileOf(environment), {});
  writeJson(fileOf(environment), names);
}

function keyOf(url: string, identity: string): string {
  return `${url} ${identity}`;
}

function fileOf(environment: Environment): string {
  return memoryState(environment, 'projects.json');
}
