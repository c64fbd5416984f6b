import { LIMITS } from '@groupless/shared-dto';
import { machineName } from '../../panel/machine-name';
import type { Environment } from '../../program/environment';

/** What the panel shows of a session: on which machine it ran, and what it was given and stored. */
export function sessionHeaders({ variables }: Environment, session_id = ''): Record<string, string> {
  // A header carries ASCII only; the ids of the known tools are.
  const isHeader = /^[\x21-\x7e]{1,200}$/.test(session_id);
  return isHeader ? { 'x-assistant-session': session_id, 'x-machine-name': machineName(variables) } : {};
}

/**
 * The project to which a write belongs, whatever it is called on the server by now: a remembered name may be another's.
 * @returns nothing for an identity that is too long for the header
 */
export function projectHeader(identity: string): Record<string, string> {
  if ([...identity].length > LIMITS.project_identity.max) return {};
  return { 'x-assistant-project': Buffer.from(identity).toString('latin1') };
}
