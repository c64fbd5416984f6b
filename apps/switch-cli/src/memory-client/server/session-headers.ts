import { LIMITS } from '@groupless/shared-dto';
import { machineHeaders } from '../../panel/this-machine';
import type { Environment } from '../../program/environment';

/** What the panel shows of a session: on which machine it ran, and what it was given and stored. */
export function sessionHeaders(environment: Environment, session_id = ''): Record<string, string> {
  // A header carries ASCII only; the ids of the known tools are.
  const isHeader = /^[\x21-\x7e]{1,200}$/.test(session_id);
  return isHeader ? { 'x-assistant-session': session_id, ...machineHeaders(environment) } : {};
}

/** How a summary says its project. */
interface SummaryProject {
  headers: Record<string, string>;
  body: { projects_touched?: string };
}

/**
 * The project to which a summary belongs: by its identity, whatever it is called on the server by now, since a remembered name may be
 * another's. An identity that is too long for the header is said by the project's name.
 */
export function summaryProject(identity: string, name: string): SummaryProject {
  if ([...identity].length > LIMITS.project_identity.max)
    return { headers: {}, body: { projects_touched: name } };
  return { headers: { 'x-assistant-project': Buffer.from(identity).toString('latin1') }, body: {} };
}
