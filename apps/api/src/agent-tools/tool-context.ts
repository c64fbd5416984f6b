import type { IncomingHttpHeaders } from 'node:http';
import { LIMITS, type AgentPlatform, type SessionPlaceDto } from '@groupless/shared-dto';
import { isWithheldNumber } from '../platform/addresses/withheld-number';
import { invalidRequest } from '../platform/errors/app-error';
import { withoutPlaceholders } from '../platform/validation/outside-id';
import type { ToolContext } from '../shared/tools/tool';
import type { OpenEnvelope } from './platforms/platform';

/** The chats of coding assistants, which no agent may name. */
const OF_PROJECTS = /^\s*project:/i;

/**
 * What the program around the model says in headers: which chat it is, and whose number. The model cannot set them.
 * @throws AppError `invalid_request`
 */
export function contextOfHeaders(headers: IncomingHttpHeaders): ToolContext {
  const phone = headerOf(headers, 'x-caller-phone', LIMITS.heard_contact.max);
  const { ids, warnings } = withoutPlaceholders({
    'x-chat-id': headerOf(headers, 'x-chat-id', LIMITS.outside_id.max),
    // A caller who hides the number comes without one, too.
    'x-caller-phone': phone === '' ? null : phone,
    'x-assistant-project': headerOf(headers, 'x-assistant-project', LIMITS.project_identity.max),
    'x-assistant-session': headerOf(headers, 'x-assistant-session', LIMITS.outside_id.max),
  });
  const { chat_id, ...hidden } = chatOf(ids['x-chat-id']);
  if (chat_id !== null && OF_PROJECTS.test(chat_id.normalize('NFKC')))
    throw refused('x-chat-id', 'may not begin with project:, which are the chats of coding assistants.');
  const caller_phone = numberOf(ids['x-caller-phone']);
  return {
    chat_id,
    is_call: false,
    caller_phone,
    project: ids['x-assistant-project'],
    place: placeIn(headers, ids['x-assistant-session']),
    call_id: null,
    warnings: [...warnings, ...hidden.warnings],
  };
}

/** Where the session of an assistant is, as its program says. */
function placeIn(headers: IncomingHttpHeaders, session_id: string | null): SessionPlaceDto | null {
  const { max } = LIMITS.session_place;
  const told = {
    session_id,
    branch: headerOf(headers, 'x-assistant-branch', max),
    head: headerOf(headers, 'x-assistant-head', max),
    // A character has at most twelve as it is sent.
    machine: decoded(headerOf(headers, 'x-machine-name', 12 * LIMITS.machine_name.max)),
  };
  const known = Object.entries(told).filter(([, value]) => value !== null && value !== '');
  return known.length === 0 ? null : Object.fromEntries(known);
}

/** Percent-encoded where it has more than ASCII; a name that only looks so stays as it is. */
function decoded(name: string | null): string | null {
  try {
    return name === null ? null : [...decodeURIComponent(name)].slice(0, LIMITS.machine_name.max).join('');
  } catch {
    return name;
  }
}

/** A chat that is called as all callers without a number are would be one chat of them all. */
function chatOf(chat_id: string | null): Pick<ToolContext, 'chat_id' | 'warnings'> {
  if (chat_id === null || !isWithheldNumber(chat_id)) return { chat_id, warnings: [] };
  return { chat_id: null, warnings: ['x-chat-id is a withheld number, and counts as missing.'] };
}

/** A caller who hides the number comes as `anonymous`, `Restricted` and the like: null. */
export function numberOf(caller_phone: string | null): string | null {
  if (caller_phone === null || isWithheldNumber(caller_phone)) return null;
  return (caller_phone.match(/\d/g) ?? []).length >= 4 ? caller_phone : null;
}

/**
 * The context with what the platform's own envelope says, which counts before any header: the id of the conversation, and
 * the caller's number.
 * @throws AppError `invalid_request`
 */
export function withEnvelope(
  said: ToolContext,
  platform: AgentPlatform,
  { conversation, caller_phone }: Pick<OpenEnvelope, 'conversation' | 'caller_phone'>,
): ToolContext {
  const given = {
    conversation: checkedOrNull('conversation', conversation?.id, LIMITS.outside_id.max),
    caller: checkedOrNull('caller', caller_phone, LIMITS.heard_contact.max),
  };
  const { ids, warnings } = withoutPlaceholders(given);
  const caller = numberOf(ids.caller);
  return {
    ...said,
    // The way is that of the platform, also where its id is missing.
    ...(conversation !== null && { is_call: conversation.is_call }),
    ...(ids.conversation !== null && { chat_id: `${platform}:${ids.conversation}` }),
    ...(caller !== null && { caller_phone: caller }),
    warnings: [...said.warnings, ...warnings],
  };
}

/** The context of one call. Its id is often made up, and may be a placeholder too. */
export function withCallId(context: ToolContext, id: string | null): ToolContext {
  const { ids, warnings } = withoutPlaceholders({ 'the id of the call': id });
  return { ...context, call_id: ids['the id of the call'], warnings: [...context.warnings, ...warnings] };
}

function headerOf(headers: IncomingHttpHeaders, name: string, longest: number): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  // Node reads the bytes of headers as Latin-1; programs write UTF-8.
  return checked(name, Buffer.from(String(value), 'latin1').toString('utf8'), longest);
}

function checkedOrNull(name: string, text: string | null | undefined, longest: number): string | null {
  return text === null || text === undefined ? null : checked(name, text, longest);
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
