import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

let known: string | undefined;

/**
 * Where a process number counts: this machine since its last start, and in a container its own process table. Two
 * containers, or two machines on a network drive, may share a home; a number of one says nothing in the other.
 */
export function processPlace(): string {
  known ??= createHash('sha256')
    .update(
      [
        hostname(),
        orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
        orEmpty(() => readlinkSync('/proc/self/ns/pid')),
      ].join('\n'),
    )
    .digest('hex')
    .slice(0, 12);
  return known;
}

/** Only Linux has these files. */
function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
