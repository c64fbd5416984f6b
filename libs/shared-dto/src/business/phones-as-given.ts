import type { Uuid } from '../kinds';
import { LIMITS } from '../limits';

/** Reads the numbers that stand in `phone_as_given` as those of a country. */
export interface ReadPhonesDto {
  /** ISO 3166 code. */
  country: string;
  /** Answers what would be, and changes nothing. */
  dry_run?: boolean;
  /** The `next` of the answer before. */
  after?: string;
}

/** @schema PhoneOwner */
export interface PhoneOwnerDto {
  id: Uuid;
  /** @example Eva Huber */
  name: string;
}

/** A client whose number was read, or would be. */
export interface ReadPhoneDto extends PhoneOwnerDto {
  /** @example "0664 1234567" */
  phone_as_given: string;
  /**
   * The client's phone afterwards.
   * @example "+436641234567"
   */
  phone: string;
}

/** Why a number stays as it was given: it is no number of the country, it is somebody's already, or the client was changed. */
export const UNREAD_PHONE_REASONS = ['not_of_country', 'taken', 'changed'] as const;
export type UnreadPhoneReason = (typeof UNREAD_PHONE_REASONS)[number];

export interface UnreadPhoneDto extends PhoneOwnerDto {
  /** @example "0664 1234567" */
  phone_as_given: string;
  /** It is no number of the country, somebody’s already, or its client was changed at the same time. */
  why: UnreadPhoneReason;
  /** Whose it is. */
  with: PhoneOwnerDto | null;
}

export interface PhonesReadDto {
  read: ReadPhoneDto[];
  /** Those that stay as they are given. */
  left: UnreadPhoneDto[];
  /** There are more behind it; null: that was all. */
  next: Uuid | null;
}

/** Between several numbers in `phone_as_given`. */
const JOINT = ' / ';

/** Numbers without a country as one text; null if there are none. Those for which there is no room are left out. */
export function joinPhonesAsGiven(numbers: readonly string[]): string | null {
  const joined = [...new Set(numbers)].reduce((text, number) => {
    const longer = text === '' ? number : `${text}${JOINT}${number}`;
    return [...longer].length <= LIMITS.phone_as_given.max ? longer : text;
  }, '');
  return joined === '' ? null : joined;
}

/** What `joinPhonesAsGiven()` has joined. */
export function splitPhonesAsGiven(joined: string | null): string[] {
  return joined === null ? [] : joined.split(JOINT);
}
