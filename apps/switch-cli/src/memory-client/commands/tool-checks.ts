import { ok, warning, type Check } from '../../checks/check';
import { Failure } from '../../program/failure';
import { hookTrustChecks } from '../attach/hook-trust';
import { attachedParts } from '../attach/tool-changes';
import { hasProjectFiles } from '../attach/tool-files';
import { withoutHooksOf } from '../attach/tool-hooks';
import { PARTS, TOOLS, type PartState } from '../attach/tools';
import type { MemoryRun } from '../program/memory-run';

const PART_NAMES = { hooks: 'hooks', server: 'MCP server', instructions: 'instructions' };

/** Where a user's rules stand in the settings, nothing can look whether ours are there. */
const UNTOLD =
  'cannot see whether the instructions are in its rules. Without them nothing tells the model to load the brief where its hook did not, and to store a summary. `attach` prints them.';

/** Every tool that is attached at all, here or for the user. */
export function toolChecks({ environment }: MemoryRun): Check[] {
  const checks = TOOLS.flatMap((tool) =>
    (hasProjectFiles(tool) ? [false, true] : [false]).flatMap((isProject) => {
      const name = isProject ? `${tool} here` : tool;
      const option = isProject ? ' --project' : '';
      try {
        const states = attachedParts(tool, environment, isProject);
        const parts = PARTS.filter((part) => states[part] !== undefined);
        const of = (state: PartState) => parts.filter((part) => states[part] === state);
        const [missing, older] = [of('missing'), of('older')];
        // Instructions alone are another tool's, which reads the same file.
        if (states.server === 'missing' && (states.hooks ?? 'missing') === 'missing') return [];
        const faults = [
          ...(missing.length === 0 ? [] : [`missing: ${missing.join(', ')}`]),
          ...(older.length === 0 ? [] : [`of an earlier version: ${older.join(', ')}`]),
        ];
        const more = withoutHooksOf(tool, states);
        const next = `assistant-memory attach ${tool}${option}`;
        const found =
          faults.length === 0
            ? ok(name, `attached: ${parts.map((part) => PART_NAMES[part]).join(', ')}. ${more}`.trimEnd())
            : warning(name, `attached in part; ${faults.join('; ')}.`, next);
        const untold =
          states.instructions === undefined ? [warning(name, UNTOLD, `assistant-memory attach ${tool}`)] : [];
        return [found, ...untold, ...hookTrustChecks(tool, environment, isProject)];
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        return [warning(name, failure.message, failure.next[0])];
      }
    }),
  );
  if (checks.length > 0) return checks;
  return [warning('tools', 'No assistant is attached.', 'assistant-memory attach claude-code')];
}
