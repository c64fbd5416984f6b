import { createHash } from 'node:crypto';

/** An id for a call that a platform gives none: the same when it sends the call again. Null without a conversation. */
export function repeatableId(conversation: string | null, tool: string, given: unknown): string | null {
  if (conversation === null) return null;
  const hash = createHash('sha256')
    .update(JSON.stringify([tool, given]))
    .digest('base64url');
  return `${conversation.slice(0, 100)}:${hash.slice(0, 22)}`;
}
