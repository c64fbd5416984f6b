import { randomBytes } from 'node:crypto';

/** Ids of events that nobody else makes: `<this sender>-<n>`. */
export class EventIds {
  private readonly sender = randomBytes(8).toString('hex');
  private count = 0;

  next(): string {
    return `${this.sender}-${++this.count}`;
  }
}
