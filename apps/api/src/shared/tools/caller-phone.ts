import type { ToolContext } from './tool';

/** The caller's number: from the platform, else from the model. */
export function phoneOf(told: string | undefined, { caller_phone }: ToolContext): { phone?: string } {
  const phone = caller_phone ?? told;
  return phone === undefined ? {} : { phone };
}

/** The number from the model if it differs from the platform's, and a note with it: it may be the one to call back. */
export function otherPhone(
  told: string | undefined,
  { caller_phone }: ToolContext,
): { phone: string; note: string } {
  const digits = (text: string) => text.replace(/\D/g, '').slice(-8);
  const isOther = told !== undefined && caller_phone !== null && digits(told) !== digits(caller_phone);
  return isOther ? { phone: told, note: `Phone given: ${told}` } : { phone: '', note: '' };
}
