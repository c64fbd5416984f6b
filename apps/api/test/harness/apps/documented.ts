import type { Agent, Response } from 'supertest';
import type { ProblemDto } from '@groupless/shared-dto';

interface DocumentedAnswer {
  content?: Record<string, { examples?: Record<string, unknown> }>;
}
interface Operation {
  responses: Record<string, DocumentedAnswer>;
}
export type PathItem = Partial<Record<string, Operation>>;

declare global {
  var apiDocumentPaths: Map<string, Record<string, PathItem>> | undefined;
}

const PROBLEM = 'application/problem+json';

/** What any address may say: of the HTTP itself, before a route is known, or of a fault of the server. */
const OF_ANY_REQUEST = ['malformed_http', 'request_timeout', 'headers_too_large', 'internal_error'];
/** What may be said of a body before it is known where it goes. */
const OF_ANY_BODY = ['malformed_json', 'body_too_complex', 'body_too_large', 'unsupported_media_type'];
/** Of a process that has too much in work, whatever is asked: `docs/scaling.md`. */
const OF_ANY_LOAD = 'overloaded';
const OF_UNKNOWN_PATH = ['not_found', 'webhook_not_found', 'too_many_requests'];
const OF_UNKNOWN_METHOD = ['method_not_allowed', 'webhook_not_found', 'too_many_requests'];

/** Addresses that are documented under another one. */
const ALSO_AT = [
  { path: /^(\/api\/appointments\/(?!external\/)[^/]+\/history)$/, documented: '$1/entries' },
] as const;

/** The OpenAPI document of a running app, as the measure of what it may answer. */
export class ApiDocument {
  private readonly patterns: [RegExp, PathItem][];

  private constructor(paths: Record<string, PathItem>) {
    this.patterns = Object.entries(paths).map(([template, item]) => [patternOf(template), item]);
  }

  /** @param kind the document is read once a worker for each kind of app, since making it takes long */
  static async read(http: Agent, kind: string): Promise<ApiDocument> {
    const read = (globalThis.apiDocumentPaths ??= new Map());
    const known = read.get(kind);
    if (known !== undefined) return new ApiDocument(known);
    const { body } = await http.get('/api/docs-json').expect(200);
    const { paths } = body as { paths: Record<string, PathItem> };
    read.set(kind, paths);
    return new ApiDocument(paths);
  }

  /** Throws if the answer is one that the document does not tell of. */
  demand(response: Response): void {
    const { method, url } = response.request;
    const fault = this.faultOf(method, new URL(url).pathname, response);
    if (fault !== null) throw new Error(`${method} ${url} answered what is not documented: ${fault}`);
  }

  private faultOf(method: string, path: string, response: Response): string | null {
    // MCP has a specification of its own; the panel's pages and the booking page have none.
    const isPage = response.type === 'text/html' || /^\/book(?:\/|$)/.test(path);
    if (path.startsWith('/api/docs') || /^\/mcp\/?$/.test(path) || isPage) return null;
    const { status } = response;
    // An answer to HEAD has no body that could hold a code.
    const code = status < 400 || method === 'HEAD' ? null : (response.body as ProblemDto).code;
    if (status === 503 && code === OF_ANY_LOAD) return null;
    const item = this.itemAt(path);
    if (item === undefined) return unlessAmong(OF_UNKNOWN_PATH, status, code);
    const operation = item[method === 'HEAD' ? 'get' : method.toLowerCase()];
    if (operation === undefined) return unlessAmong(OF_UNKNOWN_METHOD, status, code);
    return faultOfAnswer(operation, status, code);
  }

  private itemAt(path: string): PathItem | undefined {
    const plain = ALSO_AT.reduce(
      (text, { path: other, documented }) => text.replace(other, documented),
      path.replace(/%[2-7][0-9a-f]/gi, (octet) => decodeURI(octet)).replace(/(?<=.)\/$/, ''),
    );
    return this.patterns.find(([pattern]) => pattern.test(plain))?.[1];
  }
}

function patternOf(template: string): RegExp {
  const parts = template.split(/\{[^}]+\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

function unlessAmong(codes: readonly string[], status: number, code: string | null): string | null {
  if (status < 400) return `status ${status}`;
  return code === null || [...codes, ...OF_ANY_BODY, ...OF_ANY_REQUEST].includes(code) ? null : code;
}

function faultOfAnswer({ responses }: Operation, status: number, code: string | null): string | null {
  if (status === 304) return null;
  const answer = responses[status];
  if (status === 204) return answer === undefined ? 'status 204' : null;
  if (status < 400) return answer?.content === undefined ? `status ${status}` : null;
  if (code === null) return answer === undefined ? `status ${status}` : null;
  if (OF_ANY_REQUEST.includes(code)) return responses['default'] === undefined ? code : null;
  return code in (answer?.content?.[PROBLEM]?.examples ?? {}) ? null : `${status} ${code}`;
}
