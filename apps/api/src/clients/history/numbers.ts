import type { ClientField } from '@groupless/shared-dto';

/** These fields depend on each other: the extension belongs to the phone, and a number may occur once. */
export const NUMBERS: readonly ClientField[] = ['phone', 'phone_as_given', 'extension', 'other_phones'];
