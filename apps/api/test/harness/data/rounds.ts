const IS_FULL = process.env['FULL_TESTS'] === '1';

/** How often a test of chance is repeated: a few times each time, often with `npm run test:full`. */
export function rounds(few: number, many: number): number {
  return IS_FULL ? many : few;
}

/** A number below the limit, of all the same chance. */
export function anyBelow(limit: number): number {
  return Math.floor(Math.random() * limit);
}
