import { LIMITS, type SessionPlaceDto } from '@groupless/shared-dto';
import { machineName } from '../../panel/this-machine';
import type { Environment } from '../../program/environment';
import type { SessionState } from '../store/session-state';

/** Which session tells something, and where it is. An empty id is none. */
export function placeOf(
  { variables }: Environment,
  { session_id, branch, head }: Pick<SessionState, 'session_id' | 'branch' | 'head'>,
): SessionPlaceDto {
  const fitting = (text: string) => [...text.toWellFormed()].slice(0, LIMITS.session_place.max).join('');
  return {
    ...(session_id ? { session_id: fitting(session_id) } : {}),
    ...(branch ? { branch: fitting(branch) } : {}),
    ...(head ? { head: fitting(head) } : {}),
    machine: fitting(machineName(variables)),
  };
}
