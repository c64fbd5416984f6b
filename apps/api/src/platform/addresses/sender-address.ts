import { isEmailAddress } from './email-address';

export interface SenderAddress {
  name: string;
  address: string;
}

const NAMED = /^(?:"([^"<>\\]*)"|([^"<>,;]*?))\s*<([^<>\s]+)>$/;

/** An address, perhaps with a name before it; null if it is none. */
export function parseSender(text: string): SenderAddress | null {
  const [, quoted, plain, inBrackets] = NAMED.exec(text.trim()) ?? [];
  const address = inBrackets ?? text.trim();
  if (!isEmailAddress(address) || /[\p{Cc}]/u.test(text)) return null;
  return { name: (quoted ?? plain ?? '').trim(), address };
}

/** Whether a value is an empty text, or can be the sender of mails. A body may have anything in its place. */
export function isSender(value: unknown): boolean {
  return value === '' || (typeof value === 'string' && parseSender(value) !== null);
}
