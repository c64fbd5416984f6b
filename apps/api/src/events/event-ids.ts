import { randomBytes } from 'node:crypto';

/** Unique event ids: `<random id of this process>-<n>`. */
export class EventIds {
  private readonly sender = randomBytes(8).toString('hex');
  private count = 0;

  next(): string {
    return `${this.sender}-${++this.count}`;
  }
}
