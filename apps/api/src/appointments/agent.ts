import type { ChatAgentSettingsDto, ConversationStatus } from '@groupless/shared-dto';
import type { Caller } from '../platform/access/caller';
import { AppError } from '../platform/errors/app-error';

/** Whether the caller is the chat agent. A key with all rights of an operator counts as one. */
export function isAgent(caller: Caller): boolean {
  return caller.kind === 'key' && caller.scopes.includes('agent') && !caller.scopes.includes('panel:write');
}

/** @throws AppError `agent_disabled` */
export function refuseDisabledAgent(
  caller: Caller,
  { enabled }: Pick<ChatAgentSettingsDto, 'enabled'>,
): void {
  if (enabled || !isAgent(caller)) return;
  throw new AppError(
    'agent_disabled',
    'The chat agent is switched off: it may not book just now. Do not try again; say that a person will answer.',
  );
}

/**
 * Refuses the agent in a conversation that a person has taken over.
 * @throws AppError `human_takeover`
 */
export function refuseTakenOver(caller: Caller, chat: { status: ConversationStatus } | null): void {
  if (chat?.status !== 'human' || !isAgent(caller)) return;
  throw new AppError(
    'human_takeover',
    'A person has taken this conversation over, so nothing was booked or changed. Say nothing more.',
  );
}
