import type {
  AccountDto,
  ActiveSessionDto,
  ErrorCode,
  ProblemDto,
  ReportUsageDto,
} from '@groupless/shared-dto';
import { EXIT, type ExitCode } from '../program/exit-codes';
import { Failure, type FailureCode } from '../program/failure';
import { httpCall, type HttpCall, type HttpReply } from '../program/http-call';
import { isJsonObject, memberText } from '../files/json-members';
import { excerpt } from '../program/plain-text';
import { isAccount, type AccountTool, type PanelAccount } from './panel-account';
import type { Settings } from './settings';

/** A session may have 256 KiB; the list of accounts stays far below. */
const LARGEST_ANSWER_BYTES = 4 * 1024 * 1024;

/** An older panel does not know it, and takes whoever reads for the holder. */
const HOLDS = 'x-machine-holds';
const ACTIVE = '/active-session';
/** An older panel has one active account, and refuses the parameter. */
const OF_TOOL = `${ACTIVE}?tool=`;

export interface ActiveSession extends Pick<ActiveSessionDto, 'id' | 'name' | 'type' | 'session_version'> {
  /** `session_data` byte for byte: parsing and writing it anew could change numbers and the order of keys. */
  document: string;
  /** Where it was read. */
  path: string;
}

type Call = Pick<HttpCall, 'method' | 'body'> & { headers?: Record<string, string> };

/** The panel's accounts, over HTTP. Every method throws a Failure with the exit code that goes with the answer. */
export class PanelApi {
  constructor(
    private readonly settings: Settings,
    private readonly timeout_ms: number,
    private readonly machine: () => Record<string, string>,
  ) {}

  async listAccounts(): Promise<PanelAccount[]> {
    const accounts = parsed(await this.answer('', { method: 'GET' }));
    if (Array.isArray(accounts) && accounts.every(isAccount)) return accounts;
    throw unexpected('The list of accounts has another shape.');
  }

  /** The accounts, or null if the key may not list them, or the answer is no list. */
  async listAccountsIfAllowed(): Promise<PanelAccount[] | null> {
    return this.listAccounts().catch((failure: unknown) => {
      const isOptional =
        failure instanceof Failure && ['forbidden', 'unexpected_answer'].includes(failure.code);
      if (isOptional) return null;
      throw failure;
    });
  }

  /**
   * @param tool whose active session; null: the one that was activated last
   * @param known comes back without a second read if it is the active session
   */
  activeSession(tool: AccountTool, known: ActiveSession | null = null): Promise<ActiveSession> {
    return this.session(activePath(tool), known);
  }

  /** The session of an account, active or not. */
  sessionOf(id: string): Promise<ActiveSession> {
    return this.session(`/${encodeURIComponent(id)}/session`);
  }

  /** The version of the active session, without reading it; null if there is none. */
  async activeVersion(tool: AccountTool): Promise<number | null> {
    const headers = { 'if-none-match': '*' };
    const answer = await this.probe(activePath(tool), { method: 'GET', headers });
    if (answer.status === 400 && tool !== null) return this.activeVersion(null);
    if (answer.status === 404) return null;
    if (answer.status !== 304) throw failureOf(answer);
    const version = Number(/^"(\d+)"$/.exec(answer.headers.etag ?? '')?.[1]);
    return Number.isNaN(version) ? null : version;
  }

  private async session(path: string, known: ActiveSession | null = null): Promise<ActiveSession> {
    const headers: Record<string, string> = {
      [HOLDS]: 'false',
      ...(known !== null && { 'if-none-match': `"${known.session_version}"` }),
    };
    const reply = await this.probe(path, { method: 'GET', headers });
    if (reply.status === 304 && known !== null) return known;
    if (reply.status === 400 && path.startsWith(OF_TOOL)) return this.session(ACTIVE, known);
    if (reply.status >= 300) throw failureOf(reply);
    const { text } = reply;
    const answer = parsed({ text }) as Partial<ActiveSessionDto> | null;
    const document = isJsonObject(text) ? memberText(text, 'session_data') : null;
    if (document === null || !isJsonObject(document) || !isSession(answer)) {
      throw unexpected('What came is no complete session.');
    }
    const { id, name, type, session_version } = answer;
    return { id, name, type, session_version, document, path };
  }

  /** Says that this machine has a session from now on: reading it alone does not. */
  async hold({ path, session_version }: ActiveSession): Promise<void> {
    const headers = { [HOLDS]: 'true', 'if-none-match': `"${session_version}"` };
    const reply = await this.probe(path, { method: 'GET', headers });
    if (reply.status !== 304 && reply.status >= 300) throw failureOf(reply);
  }

  async activate(id: string): Promise<void> {
    await this.answer(`/${encodeURIComponent(id)}/activate`, { method: 'POST' });
  }

  /**
   * @param expected the version that it replaces; null replaces whatever is there
   * @param options.force stores it although it is somebody else's, or older than the stored one
   * @returns its version
   */
  async storeSession(
    id: string,
    document: string,
    expected: number | null,
    { force }: { force: boolean } = { force: false },
  ): Promise<number> {
    const query = force ? '?force=true' : '';
    const answer = await this.answer(`/${encodeURIComponent(id)}/session${query}`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        ...(expected === null ? {} : { 'if-match': `"${expected}"` }),
      },
      body: `{"session_data":${document}}`,
    });
    const account = parsed(answer) as Partial<AccountDto> | null;
    if (typeof account?.session_version === 'number') return account.session_version;
    throw unexpected('It does not say which version was stored.');
  }

  /** @returns the date of the answer, by the panel's clock */
  async reportUsage(report: ReportUsageDto): Promise<string | null> {
    const { headers } = await this.answer('/usage', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
    });
    return headers.date ?? null;
  }

  /** Any answer, whatever its status, of an address below the accounts'. */
  probe(path: string, { method, body, headers = {} }: Call): Promise<HttpReply> {
    return httpCall({
      url: `${this.settings.url}/api/assistant-accounts${path}`,
      method,
      headers: {
        accept: 'application/json',
        'x-api-key': this.settings.key,
        ...this.machine(),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      timeout_ms: this.timeout_ms,
      most_bytes: LARGEST_ANSWER_BYTES,
      doctor: 'assistant-switch doctor',
    });
  }

  private async answer(path: string, call: Call): Promise<HttpReply> {
    const answer = await this.probe(path, call);
    if (answer.status >= 300) throw failureOf(answer);
    return answer;
  }
}

const NEXT: Partial<Record<FailureCode, string>> = {
  no_active_account: 'Activate one in the panel, or with assistant-switch use <account>',
  no_session:
    'Store one in the panel, or from a machine that is logged in: assistant-switch capture <account>',
  invalid_api_key: 'Log in with a right key: assistant-switch login',
  unauthenticated: 'Log in with a right key: assistant-switch login',
  forbidden: 'assistant-switch doctor tells which scopes the key has.',
  account_identity_mismatch: 'If you are sure, the same command with --force stores it.',
};

function failureOf({ status, headers, text }: HttpReply): Failure {
  if (status < 400) {
    return new Failure('redirect_refused', `The panel's address answers with a redirect (${status}).`, [
      `It leads to ${excerpt(headers.location ?? 'nowhere')}: log in with the panel's own address.`,
    ]);
  }
  const problem = problemOf(text);
  if (problem === null) return unexpected(`HTTP ${status} without the panel's description.`, exitOf(status));
  const next = NEXT[problem.code];
  const message = messageOf(problem);
  return new Failure(problem.code, message, next === undefined ? [] : [next], exitOf(status, problem.code));
}

/** A refused key is told which scope it lacks. */
function messageOf({ code, detail, title, ...more }: ProblemDto): string {
  const { required, held } = more as { required?: unknown; held?: unknown };
  const has = Array.isArray(held) ? held.map(String) : [];
  const needed = Array.isArray(required) ? required.map(String) : [];
  const scopes = needed.filter((name) => name.includes(':') && !has.includes(name));
  if (code === 'forbidden' && scopes.length > 0) {
    return `This key lacks the scope ${excerpt(scopes.join(' or '))}.`;
  }
  return excerpt(detail || title);
}

function exitOf(status: number, code?: ErrorCode): ExitCode {
  if (status === 401 || status === 403) return EXIT.not_authorised;
  return code === 'no_active_account' || code === 'no_session' ? EXIT.nothing_to_write : EXIT.failure;
}

function problemOf(text: string): ProblemDto | null {
  if (!isJsonObject(text)) return null;
  const problem = JSON.parse(text) as Partial<ProblemDto>;
  const hasCode = typeof problem.code === 'string' && /^[a-z0-9_]{1,60}$/.test(problem.code);
  return hasCode && typeof problem.title === 'string' && typeof problem.detail === 'string'
    ? (problem as ProblemDto)
    : null;
}

function parsed({ text }: Pick<HttpReply, 'text'>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unexpected('It is not JSON.');
  }
}

function unexpected(what: string, exitCode: ExitCode = EXIT.failure): Failure {
  const next = ["Check that the address is the panel's: assistant-switch doctor"];
  return new Failure(
    'unexpected_answer',
    `The panel's answer is not what was expected. ${what}`,
    next,
    exitCode,
  );
}

function isSession(value: Partial<ActiveSessionDto> | null): value is ActiveSessionDto {
  const { id, name, session_version } = value ?? {};
  return typeof id === 'string' && typeof name === 'string' && typeof session_version === 'number';
}

function activePath(tool: AccountTool): string {
  return tool === null ? ACTIVE : `${OF_TOOL}${tool}`;
}
