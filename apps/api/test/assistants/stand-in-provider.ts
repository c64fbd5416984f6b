import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The APIs of the three providers, as far as their programs need them. */
type Api = 'messages' | 'responses' | 'generateContent';

/** A prompt `CALL <tool> <JSON> END` is answered by that call, everything else by a line of text. */
const CALL = /CALL ([a-z_]+) (\{.*?\}) END/;

/** How Gemini CLI's choice of a model is answered. */
const ROUTE = JSON.stringify({
  reasoning: 'simple',
  model_choice: 'flash',
  complexity_reasoning: 'simple',
  complexity_score: 1,
});

interface Wanted {
  tool: string;
  input: unknown;
}

/**
 * Answers the programs of Anthropic, OpenAI and Google on 127.0.0.1. What they are told is not the point here, but what
 * they send, and what they do with the tools that they have.
 */
export class StandInProvider {
  /** The requests, the latest last. `at`: when they were there, by the clock of `performance`. */
  readonly asked: { api: Api; body: string; credential: string | undefined; at: number }[] = [];
  private answers = 0;
  /** Requests that wait for their answers; null: it answers at once. */
  private held: (() => void)[] | null = null;

  private constructor(
    private readonly server: Server,
    readonly base_url: string,
  ) {}

  static async start(): Promise<StandInProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const provider = new StandInProvider(
      server,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    );
    server.on('request', (request, answer) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        const { authorization, 'x-api-key': key } = request.headers;
        provider.answer(request.url ?? '', body, authorization ?? key?.toString(), answer);
      });
    });
    return provider;
  }

  /** Requests stay without an answer, until it is not silent any more. */
  set isSilent(isSilent: boolean) {
    const waiting = this.held ?? [];
    this.held = isSilent ? waiting : null;
    if (!isSilent) for (const reply of waiting) reply();
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private answer(url: string, body: string, credential: string | undefined, answer: ServerResponse): void {
    const api = apiOf(url);
    if (api === null) {
      json(
        answer,
        url.includes('countTokens') ? { totalTokens: 1 } : { object: 'list', data: [], models: [] },
      );
      return;
    }
    this.asked.push({ api, body, credential, at: performance.now() });
    const reply = () => {
      const text = `Answer ${++this.answers} of the provider.`;
      const said = JSON.parse(body) as Record<string, unknown>;
      if (api === 'messages') messages(said, text, answer);
      else if (api === 'responses') responses(said, text, answer);
      else generateContent(said, text, url, answer);
    };
    if (this.held === null) reply();
    else this.held.push(reply);
  }
}

function apiOf(url: string): Api | null {
  if (url.includes('count_tokens') || url.includes('countTokens')) return null;
  if (url.includes('/v1/messages')) return 'messages';
  if (url.includes('/responses')) return 'responses';
  return url.includes('enerateContent') ? 'generateContent' : null;
}

/** The call that the last message asks for, unless it is the answer to one. */
function wantedBy(last: unknown, answered: string): Wanted | null {
  const text = JSON.stringify(last ?? '');
  const [, tool, input] = CALL.exec(text.replaceAll(/\\+"/g, '"')) ?? [];
  if (text.includes(answered) || tool === undefined || input === undefined) return null;
  return { tool, input: JSON.parse(input) };
}

function messages(said: Record<string, unknown>, text: string, answer: ServerResponse): void {
  const turns = said['messages'] as { role: string }[];
  // Claude Code adds what hooks said as a message of the system behind the user's.
  const wanted = wantedBy(turns.filter(({ role }) => role === 'user').at(-1), 'tool_result');
  const tools = (said['tools'] ?? []) as { name: string }[];
  const tool = tools.find(({ name }) => wanted !== null && name.endsWith(wanted.tool));
  const id = `msg_${text.length}`;
  const content =
    tool === undefined
      ? { type: 'text', text }
      : { type: 'tool_use', id: 'toolu_1', name: tool.name, input: wanted?.input };
  const stop_reason = tool === undefined ? 'end_turn' : 'tool_use';
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id, type: 'message', role: 'assistant', model: 'claude', stop_reason, usage };
  if (said['stream'] !== true) {
    json(answer, { ...message, content: [content] });
    return;
  }
  const begun = tool === undefined ? { type: 'text', text: '' } : { ...content, input: {} };
  const delta =
    tool === undefined
      ? { type: 'text_delta', text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(wanted?.input) };
  stream(answer, [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: begun },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason }, usage },
    { type: 'message_stop' },
  ]);
}

function responses(said: Record<string, unknown>, text: string, answer: ServerResponse): void {
  const input = said['input'] as { role?: string; type?: string }[];
  const last = input.filter(({ role, type }) => role === 'user' || type === 'function_call_output').at(-1);
  const wanted = wantedBy(last, 'function_call_output');
  const groups = (said['tools'] ?? []) as { name: string; type: string; tools?: { name: string }[] }[];
  const tools = groups.flatMap(({ type, name, tools: inner }) =>
    type === 'namespace' ? (inner ?? []).map((tool) => ({ name: tool.name, namespace: name })) : [{ name }],
  );
  const tool = tools.find(({ name }) => wanted !== null && name?.endsWith(wanted.tool));
  const item =
    tool === undefined
      ? {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        }
      : {
          id: 'fc_1',
          type: 'function_call',
          call_id: 'call_1',
          status: 'completed',
          arguments: JSON.stringify(wanted?.input),
          ...tool,
        };
  const usage = {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  };
  const response = { id: 'resp_1', object: 'response' };
  stream(answer, [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { ...response, status: 'completed', output: [item], usage } },
  ]);
}

function generateContent(
  said: Record<string, unknown>,
  text: string,
  url: string,
  answer: ServerResponse,
): void {
  const wanted = wantedBy((said['contents'] as unknown[]).at(-1), 'functionResponse');
  const groups = (said['tools'] ?? []) as { functionDeclarations?: { name: string }[] }[];
  const tools = groups.flatMap(({ functionDeclarations }) => functionDeclarations ?? []);
  const tool = tools.find(({ name }) => wanted !== null && name.endsWith(wanted.tool));
  const { responseMimeType } = (said['generationConfig'] ?? {}) as { responseMimeType?: string };
  // Which model is to answer; it asks again and again until it is told.
  const words = responseMimeType === 'application/json' ? ROUTE : text;
  const part =
    tool === undefined ? { text: words } : { functionCall: { name: tool.name, args: wanted?.input } };
  const body = {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: 'gemini',
  };
  if (url.includes('stream')) stream(answer, [body]);
  else json(answer, body);
}

function json(answer: ServerResponse, body: object): void {
  answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Server-sent events; each has its type as its name, where it has one. */
function stream(answer: ServerResponse, events: readonly object[]): void {
  answer.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    const name = 'type' in event ? `event: ${String(event.type)}\n` : '';
    answer.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
  answer.end();
}
