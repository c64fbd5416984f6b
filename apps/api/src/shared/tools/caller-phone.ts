import type { ToolContext } from './tool';

/** The caller's number: from the platform, else from the model. */
export function phoneOf(told: string | undefined, { caller_phone }: ToolContext): { phone?: string } {
  const phone = caller_phone ?? told;
  return phone === undefined ? {} : { phone };
}

/** A note with the number from the model if it differs from the platform's: it may be the one to call back. */
export function otherPhone(told: string | undefined, { caller_phone }: ToolContext): string {
  if (told === undefined || caller_phone === null) return '';
  const digits = (text: string) => text.replace(/\D/g, '').slice(-8);
  return digits(told) === digits(caller_phone) ? '' : `Phone given: ${told}`;
}
