import type { Outcome } from '../../program/run';
import { detachChanges } from '../attach/tool-changes';
import { toolOf } from '../attach/tools';
import { detached, whole } from '../attach/whole';
import type { MemoryRun } from '../program/memory-run';
import { factsOf, linesOf } from './attach';

/** Takes away exactly what `attach` wrote. Stored memories, address and key stay. */
export async function detach(run: MemoryRun, wanted: string, own: { isProject: boolean }): Promise<Outcome> {
  const { environment, options, paint } = run;
  const tool = toolOf(wanted);
  const { isProject } = own;
  const changes = options.dry_run
    ? detachChanges(tool, environment, isProject)
    : await whole(environment, { isAttaching: false, tools: [tool], isProject }, () =>
        detached(environment, tool, isProject),
      );
  const isChanged = changes.some(({ before, after }) => before !== after);
  const verb = options.dry_run ? 'would be' : 'is now';
  const sentence = isChanged ? `${tool} ${verb} detached.` : `${tool} is not attached. Nothing to do.`;
  const shown = options.dry_run ? changes : changes.map((change) => ({ ...change, before: change.after }));
  return {
    lines: [`${paint.good('✓')} ${sentence}`, ...shown.flatMap((change) => linesOf(run, change))],
    facts: { ...factsOf(run, tool, changes), result: isChanged ? 'detached' : 'unchanged' },
  };
}
