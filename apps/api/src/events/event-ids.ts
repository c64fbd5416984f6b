import { randomBytes } from 'node:crypto';

/** Unique ids of events: `<this sender>-<n>`. */
export class EventIds {
  private readonly sender = randomBytes(8).toString('hex');
  private count = 0;

  next(): string {
    return `${this.sender}-${++this.count}`;
  }
}
