/** Kinds of texts and numbers in answers, as the API's documentation has them. Other numbers of answers are whole. */

/** @format uuid */
export type Uuid = string;

/**
 * An instant in UTC.
 * @format date-time
 * @example 2026-11-20T09:30:00.000Z
 */
export type Instant = string;

/** A number that may have a fraction. */
export type Fraction = number;
