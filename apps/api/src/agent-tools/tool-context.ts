import type { IncomingHttpHeaders } from 'node:http';
import { LIMITS, type AgentPlatform } from '@groupless/shared-dto';
import { invalidRequest } from '../platform/errors/app-error';
import type { ToolContext } from '../shared/tools/tool';
import type { OpenEnvelope } from './platforms/platform';

/** The chats of coding assistants, which no agent may name. */
const OF_PROJECTS = /^\s*project:/i;

/**
 * What the program around the model says in headers: which chat it is, and whose number. The model cannot set them.
 * @throws AppError `invalid_request`
 */
export function contextOfHeaders(headers: IncomingHttpHeaders): ToolContext {
  const chat_id = headerOf(headers, 'x-chat-id', LIMITS.outside_id.max);
  if (chat_id !== null && OF_PROJECTS.test(chat_id.normalize('NFKC')))
    throw refused('x-chat-id', 'may not begin with project:, which are the chats of coding assistants.');
  const caller_phone = numberOf(headerOf(headers, 'x-caller-phone', LIMITS.heard_contact.max));
  const project = headerOf(headers, 'x-assistant-project', LIMITS.project_identity.max);
  return { chat_id, is_call: false, caller_phone, project, call_id: null };
}

/** A caller who hides the number comes as `anonymous`, `Restricted` and the like: null. */
export function numberOf(caller_phone: string | null): string | null {
  return caller_phone !== null && (caller_phone.match(/\d/g) ?? []).length >= 4 ? caller_phone : null;
}

/**
 * The same as the platform's envelope says it: the id of the conversation, and the caller's number.
 * @throws AppError `invalid_request`
 */
export function contextOfEnvelope(
  platform: AgentPlatform,
  { conversation, caller_phone }: Pick<OpenEnvelope, 'conversation' | 'caller_phone'>,
): Partial<ToolContext> {
  const number = caller_phone === null ? null : checked('caller', caller_phone, LIMITS.heard_contact.max);
  const caller = numberOf(number);
  return {
    ...(conversation !== null && {
      chat_id: `${platform}:${checked('conversation', conversation.id, LIMITS.outside_id.max)}`,
      is_call: conversation.is_call,
    }),
    ...(caller !== null && { caller_phone: caller }),
  };
}

function headerOf(headers: IncomingHttpHeaders, name: string, longest: number): string | null {
  const value = headers[name];
  if (value === undefined || value === '') return null;
  // Node reads the bytes of headers as Latin-1; programs write UTF-8.
  return checked(name, Buffer.from(String(value), 'latin1').toString('utf8'), longest);
}

/** @throws AppError `invalid_request` */
function checked(name: string, text: string, longest: number): string {
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) throw refused(name, 'holds control characters.');
  if (text.length > longest) throw refused(name, `must have at most ${longest} characters.`);
  return text;
}

function refused(name: string, problem: string): Error {
  return invalidRequest([{ field: name, code: 'not_allowed', message: `${name} ${problem}` }]);
}
