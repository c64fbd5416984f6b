import { CONTEXT_LISTS, type LeftOut } from './context-rows';
import type { ContextForm } from './forms/context-form';

/** JSON without a project has the newest ten sessions; older ones do not count as left out. */
export function countedIn({ isBrief }: ContextForm, project: string | null, leftOut: LeftOut): LeftOut {
  return isBrief || project !== null ? leftOut : { ...leftOut, sessions: 0 };
}

/** The value of `x-context-omitted`. */
export function omitted(
  leftOut: LeftOut,
  others: { cut?: number; quarantined?: number; told?: number } = {},
): string {
  const counts = [
    ...CONTEXT_LISTS.map((list) => [list, leftOut[list]] as const),
    ['state_of_projects', leftOut.state_of_projects] as const,
    ['tasks_of_projects', leftOut.tasks_of_projects] as const,
    ['sessions', leftOut.sessions] as const,
    ['decisions', leftOut.decisions] as const,
    ['decisions_of_projects', leftOut.decisions_of_projects] as const,
    ...Object.entries(others),
  ];
  const parts = counts.filter(([, count]) => count > 0).map(([name, count]) => `${name}=${count}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}
