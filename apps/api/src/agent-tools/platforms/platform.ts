import type { KnownTool, ToolAnswer } from '../tools.service';

/** What a platform asks a tool for. */
export interface ToolCall {
  /** The platform's id of this call, the same when it sends it again. Null: it has none. */
  id: string | null;
  name: string;
  /** The arguments as they came: an object, or JSON text. */
  given: unknown;
}

export interface Conversation {
  id: string;
  is_call: boolean;
}

/** An envelope that was opened. */
export interface OpenEnvelope {
  calls: readonly ToolCall[];
  /** The phone call or chat, as the platform itself names it; null if it names none. */
  conversation: Conversation | null;
  /** The number of who calls, as the platform itself tells it; null if it tells none. */
  caller_phone: string | null;
  /** The platform's own form of the answers, which are in the order of the calls. */
  close(answers: readonly ToolAnswer[]): unknown;
}

export interface Platform {
  /** A tool as the platform wants it described. */
  define(tool: KnownTool, address: string): unknown;
  /**
   * @param named the tool that the address names, where the envelope does not
   * @returns null if it is no envelope of this platform
   */
  open(envelope: Json, named: string | undefined): OpenEnvelope | null;
  /** A description of the envelope, for the error about another body. */
  form: string;
}

export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; nothing else that it may hold. */
export function objectsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** In place of the key, which definitions do not hold. */
export const KEY_HEADERS = { 'x-api-key': 'PASTE_THE_AGENT_KEY_HERE' };

/** The answer as JSON, for platforms that take that. Some tools answer a text that is none. */
export function asJson({ text, isFault }: ToolAnswer): unknown {
  if (isFault) return { error: text };
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return { result: text };
  }
}

/** Of platforms whose envelopes hold neither. The program around the model may say both in headers. */
export const SAYS_NOTHING = { conversation: null, caller_phone: null } as const;

export function conversationOf(id: unknown, is_call: boolean): Conversation | null {
  const text = textOf(id);
  return text === null ? null : { id: text, is_call };
}
