import type { ProblemDto, WebhookAddressDto } from '@groupless/shared-dto';
import { parsedOrNull } from '../../files/foreign-json';
import type { Settings } from '../../panel/settings';
import { machineHeaders } from '../../panel/this-machine';
import type { Environment } from '../../program/environment';
import { EXIT } from '../../program/exit-codes';
import { Failure } from '../../program/failure';
import { httpCall, NoAnswer, type HttpCall, type HttpReply } from '../../program/http-call';
import { excerpt } from '../../program/plain-text';
import { memoryState } from '../places';
import { readJson, writeJson } from '../store/json-file';
import { keyEnd, keyHash, noteKeyEnd, type KeyEnd } from './key-end';
import { actOf, noteAllowed, noteRefusal, tellRefusal, wayOut, type Act } from './role-refusal';

type Call = Pick<HttpCall, 'method' | 'body' | 'most_bytes'> & { headers?: Record<string, string> };

interface KnownWebhooks {
  url: string;
  /** From the name of a webhook to its path on the server. */
  paths: Record<string, string>;
}

/** The server's memory, over HTTP, with a key of scope `memory`. Every answer that is not right is a `Failure`. */
export class MemoryApi {
  /** @param remainingMs how long the next exchange may take */
  constructor(
    private readonly environment: Environment,
    private readonly settings: Settings,
    private readonly remainingMs: () => number,
  ) {}

  /** The same server, for which less time is left. */
  within(remainingMs: () => number): MemoryApi {
    return new MemoryApi(this.environment, this.settings, () => Math.min(remainingMs(), this.remainingMs()));
  }

  /** When the key ends, as far as the server has said it. */
  keyEnd(now: Date): KeyEnd | null {
    return keyEnd(this.environment, this.settings, now);
  }

  /** Of its address and its key, as a hash. */
  get keyHash(): string {
    return keyHash(this.settings);
  }

  get url(): string {
    return this.settings.url;
  }

  /** @param path below `/api` */
  async api(path: string, call: Call = { method: 'GET' }): Promise<HttpReply> {
    return this.checked(await this.exchange(`/api${path}`, call), `/api${path}`, call);
  }

  /** A message to the MCP server. What that answers in its own form is an answer, whatever its status. */
  async mcp(body: string, headers: Record<string, string>): Promise<HttpReply> {
    const reply = await this.exchange('/mcp', { method: 'POST', body, headers });
    return reply.text.startsWith('{"jsonrpc"') ? reply : this.checked(reply, '/mcp', { method: 'POST' });
  }

  /** A rotated webhook has another address: it is looked up again, once. */
  async webhook(name: string, query: string, call: Call = { method: 'GET' }): Promise<HttpReply> {
    const known = this.knownWebhooks().paths[name];
    if (known !== undefined) {
      const reply = await this.exchange(known + query, call);
      if (reply.status !== 404 || problemOf(reply.text)?.code !== 'webhook_not_found')
        return this.checked(reply, known, call);
    }
    const path = (await this.readWebhooks())[name];
    if (path === undefined) throw new Failure('unexpected_answer', `The server has no webhook ${name}.`);
    return this.checked(await this.exchange(path + query, call), path, call);
  }

  /** Asks the server for the addresses; only their paths count, so that the key goes nowhere else. */
  async readWebhooks(): Promise<Record<string, string>> {
    const addresses = jsonOf<WebhookAddressDto[]>(await this.api('/memory/webhooks'), 'map');
    const paths = Object.fromEntries(
      addresses.map(({ path, url }) => [path, url.slice(url.indexOf('/webhook/'))]),
    );
    writeJson(this.webhooksFile, { url: this.url, paths } satisfies KnownWebhooks);
    return paths;
  }

  private knownWebhooks(): KnownWebhooks {
    const known = readJson<KnownWebhooks>(this.webhooksFile, { url: '', paths: {} });
    return known.url === this.url ? known : { url: this.url, paths: {} };
  }

  private get webhooksFile(): string {
    return memoryState(this.environment, 'webhooks.json');
  }

  /** @throws KeyRefusal if that is what a problem says */
  refused(problem: object, act: Act): void {
    const sentence = noteRefusal(this.environment, this, act, problem);
    const tell = () => tellRefusal(this.environment, this) !== null;
    if (sentence !== null) throw new KeyRefusal(sentence, [wayOut(this)], tell);
  }

  /** Notes that the key may do something again. */
  allowed(act: Act): void {
    noteAllowed(this.environment, this, act);
  }

  private checked(reply: HttpReply, path: string, { method }: Pick<Call, 'method'>): HttpReply {
    const act = actOf(method, path);
    const isRight = reply.status >= 200 && reply.status < 300;
    // A list of tools is not the memory.
    if (isRight && path !== '/mcp') this.allowed(act);
    if (isRight) return reply;
    this.refused(problemOf(reply.text) ?? {}, act);
    throw failureOf(reply);
  }

  private async exchange(path: string, { method, body, most_bytes, headers = {} }: Call): Promise<HttpReply> {
    const reply = await httpCall({
      method,
      url: this.url + path,
      headers: {
        accept: 'application/json',
        // The times in the body are by this clock, which may be wrong.
        date: new Date().toUTCString(),
        'x-api-key': this.settings.key,
        ...machineHeaders(this.environment),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(most_bytes === undefined ? {} : { most_bytes }),
      timeout_ms: this.remainingMs(),
      doctor: 'assistant-memory doctor',
    });
    noteKeyEnd(this.environment, this.settings, reply.headers['x-key-expires']);
    return reply;
  }
}

function failureOf({ status, headers, text }: HttpReply): Failure {
  const exitCode = status === 401 || status === 403 ? EXIT.not_authorised : EXIT.failure;
  if (status >= 300 && status < 400) {
    const next = [
      `It leads to ${excerpt(headers.location ?? 'nowhere')}: log in with the server's own address.`,
    ];
    return new Failure('redirect_refused', `The address answers with a redirect (${status}).`, next);
  }
  const problem = problemOf(text);
  if (problem === null) {
    return new Failure('unexpected_answer', `HTTP ${status} without a description.`, [], exitCode);
  }
  const { suggestions } = problem as { suggestions?: unknown };
  const next = Array.isArray(suggestions)
    ? suggestions.map((one) => `Did you mean: ${excerpt(String(one))}`)
    : [];
  return new MemoryRefusal(problem.code, excerpt(problem.detail || problem.title), next, exitCode, status);
}

/** A refusal of the server, with its status. */
export class MemoryRefusal extends Failure {
  constructor(
    code: Failure['code'],
    message: string,
    next: readonly string[],
    exitCode: Failure['exit_code'],
    readonly status: number,
  ) {
    super(code, message, next, exitCode);
  }
}

/** The key may not do it. */
export class KeyRefusal extends MemoryRefusal {
  constructor(
    message: string,
    next: readonly string[],
    /** Notes that the person reads it. @returns whether it is new to them */
    readonly tell: () => boolean,
  ) {
    super('forbidden', message, next, EXIT.not_authorised, 403);
  }
}

/** Whether a retry may succeed: the server or a proxy in front of it was unavailable. */
export function isPassing(failure: Failure): boolean {
  if (failure instanceof MemoryRefusal) return failure.status >= 500 || failure.status === 429;
  return failure.code === 'no_answer' || failure.code === 'unexpected_answer';
}

/** Whether the server may have done what it was asked for: the answer got lost on its way, or is not the server's own. */
export function mayBeDone(failure: Failure): boolean {
  if (failure instanceof NoAnswer) return !failure.isUnsent;
  if (failure instanceof MemoryRefusal) return failure.status >= 500;
  return failure.code === 'unexpected_answer';
}

/** A JSON object with these members, or a Failure: a proxy may have answered in place of the server. */
export function jsonOf<T extends object>(
  { text }: Pick<HttpReply, 'text'>,
  ...members: (keyof T & string)[]
): T {
  const answer = parsedOrNull(text);
  if (typeof answer === 'object' && answer !== null && members.every((member) => member in answer)) {
    return answer as T;
  }
  throw new Failure('unexpected_answer', 'The answer is not that of the server.');
}

function problemOf(text: string): ProblemDto | null {
  const problem = parsedOrNull(text) as Partial<ProblemDto> | null;
  const isProblem = typeof problem?.code === 'string' && typeof problem.detail === 'string';
  return isProblem ? (problem as ProblemDto) : null;
}
