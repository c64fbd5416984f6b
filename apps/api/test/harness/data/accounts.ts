import type { AccountDto } from '@groupless/shared-dto';
import { sendRaw } from '../http/raw-http';
import type { ServedApp } from '../apps/served-app';
import { SECRETS } from '../apps/test-app';

/** The headers of whoever switches accounts. */
export const AS_SWITCH = { 'x-api-key': SECRETS.SWITCH_API_KEY };

export const ACCOUNTS = '/api/assistant-accounts';

export async function listAccounts(t: ServedApp): Promise<AccountDto[]> {
  return (await t.http.get(ACCOUNTS).set(AS_SWITCH).expect(200)).body as AccountDto[];
}

/** The active account; the first one if a test has left none. */
export async function activeAccount(t: ServedApp): Promise<AccountDto> {
  const accounts = await listAccounts(t);
  return accounts.find(({ is_active }) => is_active) ?? accounts[0]!;
}

/** Stores a session whose JSON is sent as it is. */
export function putSession(t: ServedApp, id: string, json: string, headers: Record<string, string> = {}) {
  return sendRaw(t.port, {
    method: 'PUT',
    path: `${ACCOUNTS}/${id}/session`,
    body: `{"session_data":${json}}`,
    headers: { ...AS_SWITCH, 'content-type': 'application/json', ...headers },
  });
}

/** Reads the session of the active account. */
export function readSession(t: ServedApp, headers: Record<string, string> = {}, query = '') {
  return sendRaw(t.port, {
    path: `${ACCOUNTS}/active-session${query}`,
    headers: { ...AS_SWITCH, ...headers },
  });
}

/** A session of Claude Code. The tokens tell whose they are and which in the row; each later one expires later. */
export function claudeSession(owner: string, generation = 1) {
  return {
    claudeAiOauth: {
      accessToken: `access-${owner}-${generation}`,
      refreshToken: `refresh-${owner}-${generation}`,
      expiresAt: Date.UTC(2090, 0) + generation * 3_600_000,
      scopes: ['user:inference', 'user:profile'],
    },
    oauthAccount: { accountUuid: `uuid-${owner}`, emailAddress: `${owner}@example.com` },
  };
}

/** Makes all accounts hold whatever object a test stores. */
export async function acceptAnySession(t: ServedApp): Promise<void> {
  await t.panel.query(`update assistant_accounts set tool = 'other'`);
}
