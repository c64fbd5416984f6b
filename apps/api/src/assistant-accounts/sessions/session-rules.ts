import { type AccountTool, type SessionDocument } from '@groupless/shared-dto';
import {
  isSameOwner,
  missingInSession,
  ownerOfSession,
  toolOfSession,
} from '@groupless/shared-dto/session-documents';
import { AppError } from '../../platform/errors/app-error';
import { sessionExpiry, sessionRenewal } from './session-expiry';

const TOOL_NAMES: Record<AccountTool, string> = {
  claude_code: 'Claude Code',
  codex: 'Codex',
  other: 'another tool',
};

/** The tool by which a session is judged. What the account says counts first, then what its present session is. */
export function toolFor(
  accountTool: AccountTool | null,
  present: SessionDocument | null,
  next: SessionDocument,
): AccountTool {
  const known = accountTool ?? (present === null ? null : toolOfSession(present));
  return known ?? toolOfSession(next) ?? 'claude_code';
}

/**
 * Demands the tokens that the tool needs.
 * @throws AppError `incomplete_session`
 */
export function demandComplete(tool: AccountTool, document: SessionDocument): void {
  const missing = missingInSession(tool, document);
  if (missing.length === 0) return;
  const errors = missing.map((name) => ({
    field: name === '' ? 'session_data' : `session_data.${name}`,
    code: 'required' as const,
    message: name === '' ? 'session_data must not be empty.' : `session_data.${name} must not be empty.`,
  }));
  throw new AppError('incomplete_session', whyIncomplete(tool, document, missing), { members: { errors } });
}

/**
 * Demands that a session does not replace one of another person, or a newer one.
 * @throws AppError `account_identity_mismatch`, `older_session`
 */
export function demandSuccessor(present: SessionDocument, next: SessionDocument): void {
  const owners = [ownerOfSession(present), ownerOfSession(next)] as const;
  if (owners[0] === null || owners[1] === null) return;
  if (!isSameOwner(owners[0], owners[1])) {
    throw new AppError(
      'account_identity_mismatch',
      'The session belongs to another login than the one that the account holds. Store it under the account of that ' +
        'login, or by force: the replaced session stays among the last ones.',
    );
  }
  if (isOlder(next, present)) {
    throw new AppError(
      'older_session',
      'The session is older than the one that the account holds, so its refresh token is probably dead. Store the ' +
        'session of the machine that renewed it last, or this one by force.',
    );
  }
}

function isOlder(next: SessionDocument, present: SessionDocument): boolean {
  const isBefore = (one: Date | null, other: Date | null) => one !== null && other !== null && one < other;
  return (
    isBefore(sessionExpiry(next), sessionExpiry(present)) ||
    isBefore(sessionRenewal(next), sessionRenewal(present))
  );
}

function whyIncomplete(tool: AccountTool, document: SessionDocument, missing: string[]): string {
  if (tool === 'other') return 'The session is empty.';
  const isOf = toolOfSession(document);
  if (isOf !== null)
    return `This is a session of ${TOOL_NAMES[isOf]}, and the account is for ${TOOL_NAMES[tool]}.`;
  const orKey = tool === 'codex' ? ' (or OPENAI_API_KEY)' : '';
  return (
    `This is no complete session of ${TOOL_NAMES[tool]}: ${missing.join(' and ')}${orKey} must not be empty. ` +
    'Log in with the tool and store that session; for another tool set the account’s tool first.'
  );
}
