import type { ToolContext } from './tool';

/** The number that counts: the platform's own, else the one that the model was told. */
export function phoneOf(told: string | undefined, { caller_phone }: ToolContext): { phone?: string } {
  const phone = caller_phone ?? told;
  return phone === undefined ? {} : { phone };
}

/** Another number than the platform's is kept for the team to see: it may be the one on which to call back. */
export function otherPhone(told: string | undefined, { caller_phone }: ToolContext): string {
  if (told === undefined || caller_phone === null) return '';
  const digits = (text: string) => text.replace(/\D/g, '').slice(-8);
  return digits(told) === digits(caller_phone) ? '' : `Phone given: ${told}`;
}
