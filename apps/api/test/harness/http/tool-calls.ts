import { AGENT_PLATFORMS, type AgentPlatform } from '@groupless/shared-dto';
import type { TestApp } from '../apps/test-app';
import { AS_AGENT } from '../data/appointments';
import { ENVELOPES } from '../data/platform-envelopes';
import { rawRequest, wholeAnswer } from './mcp-client';

/** By which a model reaches its tools. */
export type Way = AgentPlatform | 'mcp';
export const WAYS: readonly Way[] = [...AGENT_PLATFORMS, 'mcp'];

/** What is said of a call beside its arguments. */
interface Said {
  /** The platform's id of the call. */
  id?: string;
  /** The conversation, where the platform or a header names one. */
  conversation?: string | null;
  headers?: Record<string, string>;
}

export interface ToolAnswer {
  isFault: boolean;
  text: string;
  /** What programs get beside the text. */
  structured?: unknown;
}

/** Calls a tool as `callAsModel()`; of an answer over MCP what programs get. */
export async function callByWay(...asked: Parameters<typeof callAsModel>): Promise<ToolAnswer> {
  const { isFault, text, structured } = await callAsModel(...asked);
  return { isFault, text: isFault ? text : wholeAnswer(text, structured) };
}

/** Calls a tool with the key of the agent, in the form of a platform or over MCP; the text as the model gets it. */
export async function callAsModel(
  t: TestApp,
  way: Way,
  name: string,
  args: object,
  { id = 'call_1', conversation = null, headers = {} }: Said = {},
): Promise<ToolAnswer> {
  const key = { ...AS_AGENT, 'content-type': 'application/json', ...headers };
  if (way === 'mcp') {
    const { headers: own, body } = rawRequest('2025-11-25', 'tools/call', { name, arguments: args });
    const chat = conversation === null ? {} : { 'x-chat-id': conversation };
    const answer = await t.http
      .post('/mcp')
      .set({ ...own, ...key, ...chat })
      .send(body);
    const { isError, content, structuredContent } = answer.body.result as {
      isError: boolean;
      content: { text: string }[];
      structuredContent?: object;
    };
    return { isFault: isError, text: content[0]?.text ?? '', structured: structuredContent };
  }
  const text = JSON.stringify(ENVELOPES[way].wrap({ id, name, args }));
  const envelope = conversation === null ? text : text.replaceAll('call-uuid-0017', conversation);
  const answer = await t.http.post(`/api/agent/tools/${way}`).set(key).send(envelope);
  const { content } = ENVELOPES[way].unwrap(answer.body as never);
  if (typeof content !== 'string') return { isFault: false, text: JSON.stringify(content) };
  return { isFault: !content.startsWith('{'), text: content };
}
