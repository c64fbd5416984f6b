import { rmSync } from 'node:fs';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { Environment } from '../../program/environment';
import { Failure } from '../../program/failure';
import { memoryState } from '../places';
import { folderProject } from '../project/folder-identities';
import { jsonOf, MemoryApi } from '../server/memory-api';
import { readMemorySettings } from '../server/memory-settings';
import { readJson, writeJsonIfPossible } from '../store/json-file';
import { offText, switchedOff } from '../switched-off';

/** An assistant waits for the list when it starts. */
const LIST_MS = 3_000;
/** As long as the panel itself lets a tool run. */
const CALL_MS = 60_000;
const REVISION = '2025-11-25';

/** How long a list is taken for the present one: an assistant that starts waits for it. */
const FRESH_MS = 3_600_000;

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
 * The panel's tools of the memory, called with the stored key and for the project of the present folder. Address and key
 * are read at each call, so a log-in counts at once.
 */
export class PanelTools {
  private identity: Promise<string> | null = null;

  constructor(private readonly environment: Environment) {}

  /** Those that were there the last time, if that was lately or the panel is away: an assistant asks for them when it starts. */
  async list(): Promise<Tool[]> {
    if (this.offBecause() !== null) return [];
    const { of, tools: remembered, at = 0 } = readJson<Remembered>(this.file, { tools: [] });
    try {
      const api = this.api(LIST_MS);
      const ageMs = Date.now() - at;
      if (of === api.keyHash && ageMs >= 0 && ageMs < FRESH_MS) return remembered;
      const { result } = await this.ask<{ tools: Tool[] }>(api, 'tools/list', {});
      if (result === undefined) return remembered;
      const present: Remembered = { of: api.keyHash, tools: result.tools, at: Date.now() };
      writeJsonIfPossible(this.file, present);
      return result.tools;
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      return remembered;
    }
  }

  /** What is in the way is an answer for the model: the next call may succeed. */
  async call(name: string, given: unknown): Promise<RpcAnswer<CallToolResult>> {
    const off = this.offBecause();
    if (off !== null) return fault(offText(off));
    try {
      return await this.request(name, given);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      const next =
        failure.code === 'no_answer' ? 'Try again later.' : 'Tell the user: assistant-memory doctor';
      return fault(`${failure.message} Nothing was stored by this call. ${next}`);
    }
  }

  /** For a person, who is told what is in the way as by every other command. @throws Failure */
  async run(name: string, given: unknown): Promise<CallToolResult> {
    const { result, error } = await this.request(name, given);
    if (result === undefined) throw new Failure('refused', error?.message ?? 'The panel gave no result.');
    return result;
  }

  private request(name: string, given: unknown): Promise<RpcAnswer<CallToolResult>> {
    return this.ask(this.api(CALL_MS), 'tools/call', { name, arguments: given ?? {} });
  }

  private async ask<Result>(api: MemoryApi, method: string, params: object): Promise<RpcAnswer<Result>> {
    const reply = await api.mcp(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'x-assistant-project': headerText(await this.projectOfFolder()),
    });
    return jsonOf<RpcAnswer<Result> & { jsonrpc: string }>(reply, 'jsonrpc');
  }

  private projectOfFolder(): Promise<string> {
    return (this.identity ??= folderProject(this.environment, this.environment.cwd));
  }

  private api(limitMs: number): MemoryApi {
    const until = performance.now() + limitMs;
    return new MemoryApi(
      this.environment,
      readMemorySettings(this.environment),
      () => until - performance.now(),
    );
  }

  private offBecause(): string | null {
    return switchedOff(this.environment, this.environment.cwd);
  }

  private get file(): string {
    return fileOf(this.environment);
  }
}

/** The panel is asked anew: the key may have other rights by now. */
export function forgetTools(environment: Environment): void {
  rmSync(fileOf(environment), { force: true });
}

function fileOf(environment: Environment): string {
  return memoryState(environment, 'mcp-tools.json');
}

function fault(text: string): RpcAnswer<CallToolResult> {
  return { result: { content: [{ type: 'text', text }], isError: true } };
}

/** Node takes the bytes of a header as Latin-1; the panel reads them as UTF-8. */
function headerText(text: string): string {
  return Buffer.from(text).toString('latin1');
}
