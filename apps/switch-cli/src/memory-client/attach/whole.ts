import { realpathSync } from 'node:fs';
import type { Environment } from '../../program/environment';
import { Failure } from '../../program/failure';
import { begun, doLeft } from '../../state/begun';
import { begunFolder } from '../places';
import { forgetFiles, writeChanges, type FileChange } from './attached-files';
import { writeLauncher } from './launcher';
import { attachChanges, detachChanges } from './tool-changes';
import { toolOf, type Tool } from './tools';

/** What is done with the files of some tools. */
export interface Setting {
  isAttaching: boolean;
  tools: readonly Tool[];
  isProject: boolean;
}

/** Lets nothing but a kill end it half done; the next command or the next start of an assistant does it once more then. */
export function whole<T>(environment: Environment, setting: Setting, work: () => Promise<T>): Promise<T> {
  const { isAttaching, tools, isProject } = setting;
  const words = [isAttaching ? 'attach' : 'detach', isProject ? 'project' : 'user', ...tools];
  return begun(begunFolder(environment), environment, words, work);
}

export function mendSettings(environment: Environment): Promise<void> {
  return doLeft(begunFolder(environment), environment, async ([verb, scope, ...names], there) => {
    const isProject = scope === 'project';
    for (const tool of names.map(toolOf)) {
      try {
        if (verb === 'attach') await attached(there, tool, isProject);
        else await detached(there, tool, isProject);
      } catch (failure) {
        // One that cannot be attached does not keep the others from it; `doctor` tells it.
        if (!(failure instanceof Failure)) throw failure;
      }
    }
  });
}

/** @param planned what is to be written, if that is computed already */
export function attached(
  environment: Environment,
  tool: Tool,
  isProject: boolean,
  planned = attachChanges(tool, environment, isProject),
): Promise<FileChange[]> {
  if (!isProject) writeLauncher(environment, process.execPath, realpathSync(process.argv[1] ?? ''));
  return writeChanges(environment, planned);
}

export async function detached(
  environment: Environment,
  tool: Tool,
  isProject: boolean,
): Promise<FileChange[]> {
  const changes = await writeChanges(environment, detachChanges(tool, environment, isProject));
  await forgetFiles(
    environment,
    changes.map(({ file }) => file),
  );
  return changes;
}
