import { appendFileSync } from 'node:fs';

/** One line of the table in `docs/security.md`. */
interface Proof {
  /** Requirements of ASVS 5.0.0 that it proves, such as `8.2.1`; '' for a promise of our own. */
  asvs: string;
  promise: string;
  figure: string;
}

/**
 * How much a test does: `small` among all tests, `usual` in `npm run test:fire`, `long` with `-- --long`. Without
 * `long` there is no longer form; without `small` the test is one of `itUnderFire()`.
 */
export function fireSize({
  usual,
  small = usual,
  long = usual,
}: {
  small?: number;
  usual: number;
  long?: number;
}) {
  switch (process.env['FIRE']) {
    case 'usual':
      return usual;
    case 'long':
      return long;
    default:
      return small;
  }
}

/** Writes down what a test has shown. Call it last in the test, so that a failed test proves nothing. */
export function prove(proof: Proof): void {
  const file = process.env['FIRE_FILE'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(proof)}\n`);
}

/**
 * `it` of what runs in `npm run test:fire` alone: what takes minutes, and what measures times, which means something only
 * where nothing else runs.
 */
export function itUnderFire(what: string): jest.It {
  if (process.env['FIRE'] !== undefined) return it;
  console.warn(`SKIPPED: ${what} (npm run test:fire).`);
  return it.skip;
}
