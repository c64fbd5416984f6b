import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The revisions that the endpoint serves. */
export const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof REVISIONS)[number];

const CLIENT = { name: 'test', version: '1.0.0' };

/**
 * The SDK's own client, which keeps to one revision. It knows the tools, so that it checks each answer by the schema.
 * @param headers what the program around the model says
 */
export async function connectClient(
  port: number,
  key: string,
  revision: Revision,
  headers: Record<string, string> = {},
): Promise<Client> {
  const mode = revision === '2026-07-28' ? { pin: revision } : ('legacy' as const);
  const client = new Client(CLIENT, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}`, ...headers } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit }),
  );
  await client.listTools();
  return client;
}

export interface CallResult {
  text: string;
  isError: boolean;
}

/** Calls a tool over a connection of its own; the text of a fault, and of an answer all that programs get. */
export async function callTool(client: Client, name: string, args: object = {}): Promise<CallResult> {
  const result = await client.callTool({ name, arguments: { ...args } });
  const [first] = result.content as { type: string; text: string }[];
  const isError = result.isError === true;
  const text = first?.text ?? '';
  return { text: isError ? text : wholeAnswer(text, result.structuredContent), isError };
}

/** What programs get; of a tool that answers text, the text. */
export function wholeAnswer(text: string, structured: unknown): string {
  const isText = typeof structured !== 'object' || structured === null || 'text' in structured;
  return isText ? text : JSON.stringify(structured);
}

/** A request as the revision has it, past the SDK. */
export function rawRequest(revision: Revision, method: string, params: Record<string, unknown> = {}) {
  const headers: Record<string, string> = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': revision,
  };
  if (revision === '2025-11-25') return { headers, body: { jsonrpc: '2.0', id: 1, method, params } };
  headers['mcp-method'] = method;
  if (typeof params['name'] === 'string') headers['mcp-name'] = params['name'];
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return { headers, body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } } };
}
