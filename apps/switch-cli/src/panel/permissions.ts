import { Failure } from '../program/failure';
import type { PanelApi } from './panel-api';

export const SCOPES = ['session:read', 'account:activate', 'session:write'] as const;
export type Scope = (typeof SCOPES)[number];

/** A valid id that no account has. */
const NOBODY = '00000000-0000-7000-8000-000000000000';

/**
 * What the panel lets the key do, found out without changing anything: the list, a read that answers 304, and a
 * write to an account that does not exist. A Failure if the panel does not accept the key at all.
 */
export async function permissions(api: PanelApi): Promise<Record<Scope, boolean>> {
  const mayActivate = await api.listAccounts().then(
    () => true,
    (failure: unknown) => {
      if (failure instanceof Failure && failure.code === 'forbidden') return false;
      throw failure;
    },
  );
  // A caller that has every version is sent none, so this neither reads the session nor counts as a read.
  const read = await api.probe('/active-session', { method: 'GET', headers: { 'if-none-match': '*' } });
  const write = await api.probe(`/${NOBODY}/session`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"session_data":{}}',
  });
  return {
    'session:read': read.status !== 403,
    'account:activate': mayActivate,
    'session:write': write.status !== 403,
  };
}
