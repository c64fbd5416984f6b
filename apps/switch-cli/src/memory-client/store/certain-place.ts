import type { SessionPlaceDto } from '@groupless/shared-dto';
import type { Environment } from '../../program/environment';
import { placeOf } from '../project/place';
import { checkedOut } from '../project/branches';
import { assistantProcess, isSameProcess } from './assistant-process';
import { openSessions } from './session-state';

/** What a row may tell of where it was said. Servers of before know it of summaries alone. */
export const PLACE_FIELDS: readonly (keyof SessionPlaceDto)[] = ['session_id', 'branch', 'head', 'machine'];

/**
 * Where something is said that comes from no hook.
 * @param folder that it is about; null: it is not known
 */
export async function certainPlace(
  environment: Environment,
  folder: string | null,
): Promise<SessionPlaceDto> {
  const { branch, head } = folder === null ? { branch: null, head: null } : await checkedOut(folder);
  return placeOf(environment, { session_id: certainSession(environment), branch, head });
}

/** The one session that hooks have seen below the same assistant; of several nobody knows which one it is, and none is empty. */
function certainSession(environment: Environment): string {
  const own = assistantProcess();
  const [only, ...others] = openSessions(environment).filter(({ process }) => isSameProcess(process, own));
  return others.length > 0 ? '' : (only?.session_id ?? '');
}
