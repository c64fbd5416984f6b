import { ok, warning, type Check } from '../../checks/check';
import { Failure } from '../../program/failure';
import { hookTrustChecks } from '../attach/hook-trust';
import { attachedParts } from '../attach/tool-changes';
import { TOOLS, type PartState } from '../attach/tools';
import type { MemoryRun } from '../program/memory-run';

/** Every tool that is attached at all, here or for the user. */
export function toolChecks({ environment }: MemoryRun): Check[] {
  const checks = TOOLS.flatMap((tool) =>
    [false, true].flatMap((isProject) => {
      const name = isProject ? `${tool} here` : tool;
      const option = isProject ? ' --project' : '';
      try {
        const parts = Object.entries(attachedParts(tool, environment, isProject));
        const of = (state: PartState) => parts.flatMap(([part, one]) => (one === state ? [part] : []));
        const [missing, older] = [of('missing'), of('older')];
        if (missing.length === parts.length) return [];
        const faults = [
          ...(missing.length === 0 ? [] : [`missing: ${missing.join(', ')}`]),
          ...(older.length === 0 ? [] : [`of an earlier version: ${older.join(', ')}`]),
        ];
        const next = `assistant-memory attach ${tool}${option}`;
        const found =
          faults.length === 0
            ? ok(name, 'attached: hooks, MCP server, instructions.')
            : warning(name, `attached in part; ${faults.join('; ')}.`, next);
        return [found, ...hookTrustChecks(tool, environment, isProject)];
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        return [warning(name, failure.message, failure.next[0])];
      }
    }),
  );
  if (checks.length > 0) return checks;
  return [warning('tools', 'No assistant is attached.', 'assistant-memory attach claude-code')];
}
