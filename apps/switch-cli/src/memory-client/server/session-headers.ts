import { machineName } from '../../panel/machine-name';
import type { Environment } from '../../program/environment';

/** What the panel shows of a session: on which machine it ran, and what it was given and stored. */
export function sessionHeaders({ variables }: Environment, session_id = ''): Record<string, string> {
  // A header carries ASCII only; the ids of the known tools are.
  const isHeader = /^[\x21-\x7e]{1,200}$/.test(session_id);
  return isHeader ? { 'x-assistant-session': session_id, 'x-machine-name': machineName(variables) } : {};
}
