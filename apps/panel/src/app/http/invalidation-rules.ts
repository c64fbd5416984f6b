import { Injectable } from '@angular/core';
import type { EventType } from '@groupless/shared-dto';

/**
 * Which events make which answers old, by the beginning of the address; the first rule that fits counts. An answer of no
 * rule is read again after a gap alone. `outdated-by.ts` has the rules.
 */
export type RuleList = readonly (readonly [path: string, events: readonly EventType[]])[];

/** The frame sets them: the log-in, which shows nothing that could become old, does not load them. */
@Injectable({ providedIn: 'root' })
export class InvalidationRules {
  list: RuleList = [];

  of(path: string): RuleList[number] | undefined {
    return this.list.find(([start]) => path === start || path.startsWith(`${start}/`));
  }
}
