import { VERSION } from '../../program/help';
import type { Environment } from '../../program/environment';
import { memoryState } from '../places';
import { readJson, writeJsonIfPossible } from '../store/json-file';

/** With what a client begins, in both revisions of the protocol. */
const FIRST = ['initialize', 'server/discover', 'tools/list'];
/** So many different requests are remembered: clients differ, and their versions. */
const MOST = 30;

export interface Request {
  id: string | number;
  method: string;
  params?: unknown;
}

export type Result = Record<string, unknown>;

interface Known {
  version: string;
  /** From a request to its result. That of a list of tools is without the tools. */
  results: Record<string, Result>;
}

/** What the SDK answered to the first requests of a client, so that it need not be loaded to answer the same once more. */
export class FirstAnswers {
  /** What was answered without the SDK. It gets these requests later, and its answers to them are dropped. */
  readonly given = new Set<string | number>();
  private readonly asked = new Map<string | number, Request>();

  constructor(private readonly environment: Environment) {}

  /** Null: it was never answered by this version. */
  resultOf(request: Request): Result | null {
    return FIRST.includes(request.method) ? (this.known().results[keyOf(request)] ?? null) : null;
  }

  noteRequest(request: Request): void {
    if (FIRST.includes(request.method)) this.asked.set(request.id, request);
  }

  noteResult(id: string | number, result: Result): void {
    const request = this.asked.get(id);
    if (request === undefined) return;
    this.asked.delete(id);
    const { tools: _, ...kept } = result;
    const key = keyOf(request);
    const { results } = this.known();
    if (JSON.stringify(results[key]) === JSON.stringify(kept)) return;
    const latest = Object.entries({ ...results, [key]: kept }).slice(-MOST);
    const known: Known = { version: VERSION, results: Object.fromEntries(latest) };
    writeJsonIfPossible(this.file, known);
  }

  private known(): Known {
    const known = readJson<Partial<Known>>(this.file, {});
    const isOfThis = known.version === VERSION && known.results !== undefined;
    return isOfThis ? (known as Known) : { version: VERSION, results: {} };
  }

  private get file(): string {
    return memoryState(this.environment, 'mcp-answers.json');
  }
}

function keyOf({ method, params }: Request): string {
  return `${method} ${JSON.stringify(params ?? null)}`;
}
