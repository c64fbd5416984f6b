import { rmSync } from 'node:fs';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { SessionPlaceDto } from '@groupless/shared-dto';
import type { Environment } from '../../program/environment';
import { Failure } from '../../program/failure';
import { parsedOrNull } from '../../files/foreign-json';
import { memoryState } from '../places';
import { folderProject } from '../project/folder-identities';
import { jsonOf, KeyRefusal, mayBeDone, MemoryApi } from '../server/memory-api';
import { keyHash } from '../server/key-end';
import { readMemorySettings } from '../server/memory-settings';
import { certainPlace } from '../store/certain-place';
import { readJson, writeJsonIfPossible } from '../store/json-file';
import { objectOf } from '../transcript/facts';
import { offText, switchedOff } from '../switched-off';
import { folderAtHand } from './folder-at-hand';
import { isPlaced, isReading, isStoredForProject, isStoring } from './tool-effects';

/** An assistant waits for the list when it starts. */
const LIST_MS = 3_000;
/** As long as the panel itself lets a tool run. */
const CALL_MS = 60_000;
const REVISION = '2025-11-25';

/** How long a list is taken for the present one. */
const FRESH_MS = 3_600_000;

/** A project that is only guessed would get what belongs to another one. */
const NO_PROJECT =
  'Nothing was stored: it is not known which project this is about. The assistant has started this server in the home folder and ' +
  'names no folder that it works in. Call it again with the name of the project (project, or projects_touched), which load_context ' +
  'lists; or tell the user to run, in the folder of the project: assistant-memory attach <assistant> --project';

/** What the panel answers: one of them is there. */
interface RpcAnswer<Result> {
  result?: Result;
  error?: { code: number; message: string };
}

interface Remembered {
  /** Of which address and key, as a hash. Earlier versions did not say it. */
  of?: string;
  tools: Tool[];
  /** When the panel said so, in milliseconds. */
  at?: number;
}

/**
 * The panel's tools of the memory, called with the stored key and for the project at hand. Address and key are read at each
 * call, so a log-in counts at once.
 */
export class PanelTools {
  constructor(private readonly environment: Environment) {}

  /**
   * Those that were there the last time, if there are any: an assistant that starts waits for the list. An old one is asked for anew
   * beside that, for the next start.
   */
  async list(): Promise<Tool[]> {
    if (this.offBecause() !== null) return [];
    const { of, tools, at = 0 } = this.remembered();
    if (of !== this.keyHashOrNull()) return this.renewed();
    const ageMs = Date.now() - at;
    if (ageMs < 0 || ageMs > FRESH_MS) setImmediate(() => void this.renewed().catch(() => undefined));
    return tools;
  }

  /** As the panel has them now; where it gives no answer, those of the last time. */
  private async renewed(): Promise<Tool[]> {
    const { tools: remembered } = this.remembered();
    try {
      const api = this.api(LIST_MS);
      const { result } = await ask<{ tools: Tool[] }>(api, 'tools/list', {}, {});
      if (result === undefined) return remembered;
      const present: Remembered = { of: api.keyHash, tools: result.tools, at: Date.now() };
      writeJsonIfPossible(this.file, present);
      return result.tools;
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      return remembered;
    }
  }

  /**
   * What is in the way is an answer for the model: the next call may succeed.
   * @param roots the folders that the client works in, as addresses
   */
  async call(name: string, given: unknown, roots: readonly string[]): Promise<RpcAnswer<CallToolResult>> {
    const folder = folderAtHand(this.environment, roots);
    const off = this.offBecause(folder);
    if (off !== null) return fault(offText(off));
    const tool = await this.toolOf(name);
    if (folder === null && isStoredForProject(tool, given)) return fault(NO_PROJECT);
    try {
      return await this.request(name, given, folder);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      const sentences = [failure.message, ...(isReading(tool) ? [] : [outcomeOf(failure)]), nextOf(failure)];
      return fault(sentences.join(' '));
    }
  }

  /** For a person, who is told what is in the way as by every other command. @throws Failure */
  async run(name: string, given: unknown): Promise<CallToolResult> {
    const { result, error } = await this.request(name, given, this.environment.cwd);
    if (result === undefined) throw new Failure('refused', error?.message ?? 'The panel gave no result.');
    return result;
  }

  private async request(
    name: string,
    given: unknown,
    folder: string | null,
  ): Promise<RpcAnswer<CallToolResult>> {
    const project = folder === null ? null : await folderProject(this.environment, folder);
    const api = this.api(CALL_MS);
    const said = isPlaced(name, given) ? placeHeaders(await certainPlace(this.environment, folder)) : {};
    const headers = { ...projectHeader(project), ...said };
    const answer = await ask<CallToolResult>(api, 'tools/call', { name, arguments: given ?? {} }, headers);
    const tool = this.remembered().tools.find((one) => one.name === name);
    const act = isReading(tool) || !isStoring(given) ? 'read' : 'write';
    if (answer.result?.isError === true) api.refused(problemIn(answer.result), act);
    else if (answer.result !== undefined) api.allowed(act);
    return answer;
  }

  /** Null: nobody is logged in. */
  private keyHashOrNull(): string | null {
    try {
      return keyHash(readMemorySettings(this.environment));
    } catch (failure) {
      if (failure instanceof Failure) return null;
      throw failure;
    }
  }

  private api(limitMs: number): MemoryApi {
    const until = performance.now() + limitMs;
    return new MemoryApi(
      this.environment,
      readMemorySettings(this.environment),
      () => until - performance.now(),
    );
  }

  private offBecause(folder: string | null = null): string | null {
    return switchedOff(this.environment, folder ?? this.environment.cwd);
  }

  /** Of a list of whatever time: what a tool does hardly ever changes. One that is not in it may be new. */
  private async toolOf(name: string): Promise<Tool | undefined> {
    const isIt = (tool: Tool) => tool.name === name;
    return this.remembered().tools.find(isIt) ?? (await this.renewed()).find(isIt);
  }

  private remembered(): Remembered {
    return readJson<Remembered | null>(this.file, null) ?? { tools: [] };
  }

  private get file(): string {
    return fileOf(this.environment);
  }
}

async function ask<Result>(
  api: MemoryApi,
  method: string,
  params: object,
  headers: Record<string, string>,
): Promise<RpcAnswer<Result>> {
  const reply = await api.mcp(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    ...headers,
  });
  return jsonOf<RpcAnswer<Result> & { jsonrpc: string }>(reply, 'jsonrpc');
}

/** The panel is asked anew: the key may have other rights by now. */
export function forgetTools(environment: Environment): void {
  rmSync(fileOf(environment), { force: true });
}

function fileOf(environment: Environment): string {
  return memoryState(environment, 'mcp-tools.json');
}

/** What the panel says of a call that failed: a sentence, and its code with what belongs to it on a line of its own. */
function problemIn({ content }: CallToolResult): object {
  const [part] = content;
  const [, line = ''] = part?.type === 'text' ? part.text.split('\n') : [];
  return objectOf(parsedOrNull(line));
}

function fault(text: string): RpcAnswer<CallToolResult> {
  return { result: { content: [{ type: 'text', text }], isError: true } };
}

/** What a key may not do, the user is told once. */
function nextOf(failure: Failure): string {
  if (failure.code === 'no_answer') return 'Try again later.';
  if (!(failure instanceof KeyRefusal)) return 'Tell the user: assistant-memory doctor';
  return failure.tell() ? `Tell the user this. ${failure.next.join(' ')}` : 'The user was told.';
}

/** Whether what was to be stored is stored. To do it twice would be as wrong as to lose it. */
function outcomeOf(failure: Failure): string {
  return mayBeDone(failure)
    ? 'It is not known whether it was stored: look first (search_memory, or task with action list), and repeat it only if it is not there.'
    : 'Nothing was stored by this call.';
}

function projectHeader(project: string | null): Record<string, string> {
  return project === null ? {} : { 'x-assistant-project': headerText(project) };
}

/** The machine is in the headers of every request. */
function placeHeaders({ session_id = '', branch = '', head = '' }: SessionPlaceDto): Record<string, string> {
  const said = { session: session_id, branch, head };
  const known = Object.entries(said).filter(([, text]) => text !== '');
  return Object.fromEntries(known.map(([name, text]) => [`x-assistant-${name}`, headerText(text)]));
}

/** Node takes the bytes of a header as Latin-1; the panel reads them as UTF-8. */
function headerText(text: string): string {
  return Buffer.from(text).toString('latin1');
}
