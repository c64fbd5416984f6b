import { randomBytes, randomInt } from 'node:crypto';

/** The counter starts at a random value below this, so thousands of ids fit into one millisecond. */
const FIRST_COUNT = 1_024;
const MOST_COUNT = 0xfff;

let lastMs = -Infinity;
let count = 0;

/**
 * A UUID v7 (RFC 9562). Ids sort by the time they were made; those of one process and millisecond by their order. After
 * some thousand ids in one millisecond the order is lost, not the uniqueness.
 */
export function newId(now: Date): string {
  const timeMs = now.getTime();
  count = timeMs === lastMs && count < MOST_COUNT ? count + 1 : randomInt(FIRST_COUNT);
  lastMs = timeMs;
  const bytes = randomBytes(16);
  bytes.writeUIntBE(timeMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | count, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
