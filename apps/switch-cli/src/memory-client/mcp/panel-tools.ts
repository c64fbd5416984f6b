import { ProtocolError, type CallToolResult, type Tool } from '@modelcontextprotocol/server';
import type { Environment } from '../../program/environment';
import { Failure } from '../../program/failure';
import { memoryState } from '../places';
import { folderProject } from '../project/folder-identities';
import { jsonOf, MemoryApi } from '../server/memory-api';
import { readMemorySettings } from '../server/memory-settings';
import { readJson, writeJson } from '../store/json-file';
import { switchedOff } from '../switched-off';

/** An assistant waits for the list when it starts. */
const LIST_MS = 3_000;
/** As long as the panel itself lets a tool run. */
const CALL_MS = 60_000;
const REVISION = '2025-11-25';

interface RpcAnswer {
  jsonrpc: string;
  result?: unknown;
  error?: { code: number; message: string };
}

interface Remembered {
  url: string;
  tools: Tool[];
}

/**
 * The panel's tools of the memory, called with the stored key and for the project of the present folder. Address and key
 * are read at each call, so a log-in counts at once.
 */
export class PanelTools {
  private identity: Promise<string> | null = null;

  constructor(private readonly environment: Environment) {}

  /** Those that were there the last time, if the panel is away: an assistant asks for them only when it starts. */
  async list(): Promise<Tool[]> {
    if (this.offBecause() !== null) return [];
    const { url, tools: remembered } = readJson<Remembered>(this.file, { url: '', tools: [] });
    try {
      const api = this.api(LIST_MS);
      const { tools } = (await this.ask(api, 'tools/list', {})) as { tools: Tool[] };
      if (url !== api.url || JSON.stringify(tools) !== JSON.stringify(remembered)) {
        writeJson(this.file, { url: api.url, tools } satisfies Remembered);
      }
      return tools;
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      return remembered;
    }
  }

  /** What is in the way is an answer for the model: the next call may succeed. */
  async call(name: string, given: unknown): Promise<CallToolResult> {
    const off = this.offBecause();
    if (off !== null) return fault(`The memory is switched off here (${off}): nothing is stored or read.`);
    try {
      return await this.run(name, given);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      const next =
        failure.code === 'no_answer' ? 'Try again later.' : 'Tell the user: assistant-memory doctor';
      return fault(`${failure.message} Nothing was stored by this call. ${next}`);
    }
  }

  /** For a person, who is told what is in the way as by every other command. @throws Failure */
  async run(name: string, given: unknown): Promise<CallToolResult> {
    const params = { name, arguments: given ?? {} };
    return (await this.ask(this.api(CALL_MS), 'tools/call', params)) as CallToolResult;
  }

  private async ask(api: MemoryApi, method: string, params: object): Promise<unknown> {
    const reply = await api.mcp(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'x-assistant-project': headerText(await this.projectOfFolder()),
    });
    const { result, error } = jsonOf<RpcAnswer>(reply, 'jsonrpc');
    if (error !== undefined) throw new ProtocolError(error.code, error.message);
    return result;
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
    return memoryState(this.environment, 'mcp-tools.json');
  }
}

function fault(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** Node takes the bytes of a header as Latin-1; the panel reads them as UTF-8. */
function headerText(text: string): string {
  return Buffer.from(text).toString('latin1');
}
