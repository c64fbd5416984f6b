import type { AccountDto } from '@groupless/shared-dto';
import { SealedSessions } from '../../../src/assistant-accounts/sessions/sealed-sessions';
import { Machine } from './machine';
import { MachineInProcess } from './machine-in-process';
import { SECRETS } from '../../harness/apps/test-app';
import { signIn } from '../../harness/data/panel-users';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

/** A running panel, with its three accounts, and what an operator does there. */
export class Panel {
  private constructor(readonly app: ServedApp) {}

  static async start(): Promise<Panel> {
    return new Panel(await startServedApp());
  }

  get url(): string {
    return `http://127.0.0.1:${this.app.port}`;
  }

  /** A right key that opens nothing of the accounts. */
  readonly agent_key = SECRETS.AGENT_API_KEY;

  /** A machine that knows this panel. */
  machine(name?: string): Machine {
    return new Machine(this.url, SECRETS.SWITCH_API_KEY, name);
  }

  /** As `machine()`, without a process for each command. */
  machineInProcess(name?: string): Machine {
    return new MachineInProcess(this.url, SECRETS.SWITCH_API_KEY, name);
  }

  /** A new key with these scopes. */
  async key(...scopes: string[]): Promise<string> {
    const admin = await signIn(this.app);
    const { body } = await this.app.http
      .post('/api/settings/keys')
      .set(admin.bearer)
      .send({ name: scopes.join(' '), scopes })
      .expect(201);
    return (body as { key: string }).key;
  }

  /** The last sessions of an account, the present one included. */
  async history({ id }: AccountDto): Promise<ReturnType<typeof sessionOf>[]> {
    const { rows } = await this.app.panel.query<{ version: number; session_data: string }>(
      'select version, session_data from assistant_account_sessions where account_id = $1',
      [id],
    );
    const sealed = this.app.app.get(SealedSessions);
    return rows.map(
      ({ version, session_data }) =>
        JSON.parse(sealed.open(session_data, id, version)) as ReturnType<typeof sessionOf>,
    );
  }

  async activeName(): Promise<string | undefined> {
    return (await this.accounts()).find(({ is_active }) => is_active)?.name;
  }

  async accounts(): Promise<AccountDto[]> {
    const { body } = await this.app.http.get('/api/assistant-accounts').set(KEY).expect(200);
    return body as AccountDto[];
  }

  async addAccount(name: string): Promise<AccountDto> {
    const { bearer } = await signIn(this.app);
    const [{ type }] = (await this.accounts()) as [AccountDto];
    const sent = { name, type };
    const { body } = await this.app.http.post('/api/assistant-accounts').set(bearer).send(sent).expect(201);
    return body as AccountDto;
  }

  async removeAccount({ id }: AccountDto): Promise<void> {
    const { bearer } = await signIn(this.app);
    await this.app.http.delete(`/api/assistant-accounts/${id}`).set(bearer).expect(204);
  }

  async store(account: AccountDto, session_data: object): Promise<void> {
    const address = `/api/assistant-accounts/${account.id}/session?force=true`;
    await this.app.http.put(address).set(KEY).send({ session_data }).expect(200);
  }

  /** Makes an account hold the sessions of any program. */
  async acceptAny({ id }: AccountDto): Promise<void> {
    await this.app.panel.query(`update assistant_accounts set tool = 'other' where id = $1`, [id]);
  }

  /** Stores a document as it is written. */
  async storeText(account: AccountDto, document: string): Promise<void> {
    const address = `/api/assistant-accounts/${account.id}/session?force=true`;
    const body = `{"session_data":${document}}`;
    await this.app.http.put(address).set(KEY).type('json').send(body).expect(200);
  }

  async activate({ id }: AccountDto): Promise<void> {
    await this.app.http.post(`/api/assistant-accounts/${id}/activate`).set(KEY).expect(200);
  }

  /** The document of an account, by activating it for as long as it takes. */
  async stored(account: AccountDto): Promise<unknown> {
    const before = (await this.accounts()).find(({ is_active }) => is_active);
    await this.activate(account);
    const address = '/api/assistant-accounts/active-session?format=raw';
    const { body } = await this.app.http.get(address).set(KEY).expect(200);
    if (before !== undefined) await this.activate(before);
    return body;
  }

  /** The session of an account, as a key reads it that says no machine. */
  async sessionOf(id: string): Promise<unknown> {
    const { body } = await this.app.http.get(`/api/assistant-accounts/${id}/session`).set(KEY).expect(200);
    return body;
  }

  /** As it is before anybody has stored a session: the first account is active. */
  async reset(): Promise<void> {
    await this.app.panel.query(
      `update assistant_accounts
       set session_data = null, session_version = null, session_updated_at = null, session_expires_at = null,
           tool = null, identity = null, held_by = null, is_active = false`,
    );
    await this.app.panel.query('delete from assistant_account_sessions');
    const [first] = await this.accounts();
    if (first !== undefined) await this.activate(first);
  }

  close(): Promise<void> {
    return this.app.close();
  }
}

const KEY = { 'x-api-key': SECRETS.SWITCH_API_KEY };

/** A session of Codex. */
export const codexOf = (owner: string) => ({
  tokens: { access_token: `access-${owner}`, refresh_token: `refresh-${owner}`, account_id: owner },
  last_refresh: '2026-11-20T09:30:00Z',
});

/** A session of Claude Code. The tokens tell whose they are and which in the row. */
export function sessionOf(owner: string, generation = 1) {
  return {
    claudeAiOauth: {
      accessToken: `access-${owner}-${generation}`,
      refreshToken: `refresh-${owner}-${generation}`,
      expiresAt: Date.UTC(2090, 0) + generation * 3_600_000,
      scopes: ['user:inference'],
      subscriptionType: 'team',
    },
    oauthAccount: { accountUuid: `uuid-${owner}`, emailAddress: `${owner}@example.com` },
  };
}
