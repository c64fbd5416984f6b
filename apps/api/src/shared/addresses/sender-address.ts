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

/** Whether a text is empty, or can be the sender of mails. */
export function isSender(text: string): boolean {
  return text === '' || parseSender(text) !== null;
}
