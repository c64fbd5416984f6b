import type { Tool } from '@modelcontextprotocol/server';
import { meantTaskAction } from '@groupless/shared-dto/memory/task-actions';
import { objectOf, textOf } from '../transcript/facts';

/** How tools call the project that a row is about. */
const PROJECT = ['project', 'projects', 'projects_touched'];
/** Of a tool with several actions, which others only read. */
const STORING = ['create', 'done', 'cancel'];

/** What rows that tell where they were said are stored by. */
const PLACED = ['save_summary', 'set_state', 'task'];

/** Whether a call stores a row that tells where it was said. */
export function isPlaced(name: string, given: unknown): boolean {
  return PLACED.includes(name) && isStoring(given);
}

/** Whether a tool stores nothing. Of an unknown one it is not known: no. */
export function isReading(tool: Tool | undefined): boolean {
  return tool?.annotations?.readOnlyHint === true;
}

/** Whether a call of a tool that stores something does. */
export function isStoring(given: unknown): boolean {
  const fields = objectOf(given);
  return !('action' in fields) || STORING.includes(meantTaskAction(textOf(fields['action'])));
}

/** Whether a call would store a row for the project at hand: it names neither another project nor a row that is there. */
export function isStoredForProject(tool: Tool | undefined, given: unknown): boolean {
  if (tool === undefined || isReading(tool)) return false;
  const fields = objectOf(given);
  const takesProject = PROJECT.some((name) => name in objectOf(tool.inputSchema.properties));
  const isNamed = [...PROJECT, 'id'].some((name) => Boolean(fields[name]));
  return takesProject && !isNamed && isStoring(given);
}
