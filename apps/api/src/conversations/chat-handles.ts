import { randomBytes } from 'node:crypto';

const HANDLE = /^chat_[\w-]{22}$/;

/** The handle of a chat that the platform does not name: 128 random bits, which nobody can guess. */
export function newChatHandle(): string {
  return `chat_${randomBytes(16).toString('base64url')}`;
}

export function isChatHandle(text: string): boolean {
  return HANDLE.test(text);
}
